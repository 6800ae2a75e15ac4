/** One bench: reports its progress line by line and returns the figures that become the last line of the output. */
export type Bench = (run: BenchRun) => Promise<Readonly<Record<string, number>>>;

export type BenchRun = {
  /** Aborted when the bench is to end. The bench must then stop everything that it started. */
  readonly signal: AbortSignal;
  say(line: string): void;
};
