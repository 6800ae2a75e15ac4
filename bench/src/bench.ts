/** One bench: says what it sees line by line and gives the figures that become the last line of the output. */
export type Bench = (run: BenchRun) => Promise<Readonly<Record<string, number>>>;

export type BenchRun = {
  /** Aborted when somebody wants the bench to end; it must then stop what it started. */
  readonly signal: AbortSignal;
  say(line: string): void;
};
