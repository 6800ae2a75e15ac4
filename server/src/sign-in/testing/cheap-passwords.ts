/** For tests in which people sign in often. The tests of the hashes use the real cost. */
export const cheapPasswords = { memory: 64, passes: 1, parallelism: 1 } as const;
