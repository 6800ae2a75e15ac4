/** For tests in which people sign in again and again. What it costs in earnest is tested beside the hashes. */
export const cheapPasswords = { memory: 64, passes: 1, parallelism: 1 } as const;
