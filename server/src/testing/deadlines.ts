/** How long a test waits for a state: enough for a machine that is ten times slower and has other work to do. */
export const stateDeadlineMs = 120_000;

/** For `waitFor` in tests. More often would take the processor from what is waited for. */
export const pollOptions = { limitMs: stateDeadlineMs, everyMs: 50 } as const;

/** How long a test may take. Longer than any wait inside it, so that the wait that failed is the one reported. */
export const testDeadlineMs = 600_000;
