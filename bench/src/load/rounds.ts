import { median, percentile } from '../../../server/src/kernel/index.ts';

/** What each kind's slices gave, round by round. */
export type Rounds<K extends string> = {
  /** Over all slices of a kind, in milliseconds. */
  ms(kind: K, share: number): number;
  /** The median over the rounds of a slice's percentile against that of the other kind in the same round. */
  ratio(kind: K, to: K, share: number): number;
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
    ratio: (kind, to, share) =>
      median(
        of(kind).map((times, round) => percentile(times, share) / percentile(of(to)[round] ?? [], share)),
      ),
  };
}

function inAnotherOrder<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
