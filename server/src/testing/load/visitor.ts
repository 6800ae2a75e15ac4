/** One client of one session. */
export type Voice = Disposable & {
  /** Whether a question is in flight. */
  readonly waits: boolean;
  /** Asks a question. The callback gets the time that was added in both directions, in microseconds. */
  ask(onAnswer: (addedMicros: number) => void): void;
};

export type OnFault = (fault: Error) => void;
