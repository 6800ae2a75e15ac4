/** A value that moves towards its goal, fast at first; half of the way takes `halfMs`. */
export interface Follower {
  step(goal: number, deltaMs: number, halfMs: number): number;
  readonly value: number;
}

export function follower(start = 0): Follower {
  let value = start;
  return {
    step: (goal, deltaMs, halfMs) => {
      value += (goal - value) * (1 - 2 ** (-deltaMs / halfMs));
      return value;
    },
    get value() {
      return value;
    },
  };
}
