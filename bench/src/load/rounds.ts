import { percentile } from '../../../server/src/kernel/index.ts';

/** What each kind's slices gave, round by round. */
export type Rounds<K extends string> = {
  /** Over all slices of a kind, in milliseconds. */
  ms(kind: K, share: number): number;
  /**
   * A slice's percentile against the geometric mean of those of the base in the same round, over the
   * middle half of the rounds.
   */
  ratio(kind: K, base: readonly K[], share: number): number;
};

/** Plays a slice of every kind in each round, each time in another order. A slice gives times in microseconds. */
export async function playRounds<K extends string>(
  kinds: readonly K[],
  rounds: number,
  slice: (kind: K) => Promise<readonly number[]>,
  signal: AbortSignal,
): Promise<Rounds<K>> {
  const slices = new Map<K, (readonly number[])[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round++) {
    for (const kind of inAnotherOrder(kinds)) {
      signal.throwIfAborted();
      slices.get(kind)?.push(await slice(kind));
    }
  }
  const of = (kind: K) => slices.get(kind) ?? [];
  return {
    ms: (kind, share) => percentile(of(kind).flat(), share) / 1_000,
    ratio: (kind, base, share) => {
      const logOf = (one: K, round: number) => Math.log(percentile(of(one)[round] ?? [], share));
      const logs = of(kind).map(
        (_, round) => logOf(kind, round) - mean(base.map((one) => logOf(one, round))),
      );
      return Math.exp(mean(middleHalf(logs)));
    },
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Varies less from run to run than the median, and an odd round counts as little. */
function middleHalf(values: readonly number[]): number[] {
  const cut = Math.floor(values.length / 4);
  return values.toSorted((a, b) => a - b).slice(cut, values.length - cut);
}

function inAnotherOrder<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
