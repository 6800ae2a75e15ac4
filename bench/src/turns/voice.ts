/** One client of one session. */
export type Voice = Disposable & {
  /** Says something and settles with the answer: the time that was added on both ways, in microseconds. */
  ask(onAnswer: (addedMicros: number) => void): void;
};

export type OnFault = (fault: Error) => void;
