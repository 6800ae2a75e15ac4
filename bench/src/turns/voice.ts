/** One client of one session. */
export type Voice = Disposable & {
  /** Whether the answer to the last question has not come yet. */
  readonly waits: boolean;
  /** Says something and settles with the answer: the time that was added on both ways, in microseconds. */
  ask(onAnswer: (addedMicros: number) => void): void;
};

export type OnFault = (fault: Error) => void;
