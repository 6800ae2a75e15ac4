/** A value that moves towards its goal, fast at first. It covers half of the distance in `halfMs`. */
export interface SmoothedValue {
  step(goal: number, deltaMs: number, halfMs: number): number;
  readonly value: number;
}

export function smoothedValue(start = 0): SmoothedValue {
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
