import { percentile } from '../../../server/src/kernel/index.ts';
import { watchStolenTime } from './stolen-time.ts';

/** What each kind's slices gave, round by round. */
export type Rounds<K extends string> = {
  /** Rounds that were played again, because other machines took processor time away. */
  readonly repeated: number;
  /** Over all slices of a kind, in milliseconds. */
  ms(kind: K, share: number): number;
  /**
   * A slice's percentile against the geometric mean of those of the base in the same round, over the
   * middle half of the rounds.
   */
  ratio(kind: K, base: readonly K[], share: number): number;
};

/**
 * Plays a slice of every kind in each round, each time in another order. A slice gives times in microseconds. A round
 * that lost processor time to other machines is played again, but at most as many as there are rounds.
 */
export async function playRounds<K extends string>(
  kinds: readonly K[],
  rounds: number,
  slice: (kind: K) => Promise<readonly number[]>,
  signal: AbortSignal,
): Promise<Rounds<K>> {
  const slices = new Map<K, (readonly number[])[]>(kinds.map((kind) => [kind, []]));
  let repeated = 0;
  for (let round = 0; round < rounds; ) {
    const lostTime = await watchStolenTime();
    const played: [K, readonly number[]][] = [];
    for (const kind of inAnotherOrder(kinds)) {
      signal.throwIfAborted();
      played.push([kind, await slice(kind)]);
    }
    if (repeated < rounds && (await lostTime())) {
      repeated += 1;
      continue;
    }
    for (const [kind, times] of played) slices.get(kind)?.push(times);
    round += 1;
  }
  const of = (kind: K) => slices.get(kind) ?? [];
  return {
    repeated,
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
