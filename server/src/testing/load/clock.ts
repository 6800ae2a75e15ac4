/** The machine's monotonic clock, the same in every process: a time taken in one can be subtracted in another. */
export const nowMicros = (): number => Number(process.hrtime.bigint() / 1000n);
