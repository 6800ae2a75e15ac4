import { percentile } from '../../../server/src/kernel/index.ts';
import type { Scene } from './scene.ts';

/** Added times per slice, in microseconds. */
export type AddedTime = {
  readonly ours: readonly (readonly number[])[];
  readonly relay: readonly (readonly number[])[];
  readonly p99Ratios: readonly number[];
};

const warmUpMs = 3_000;

/** Slices of the two alternate, and so does the one that comes first. Each client keeps its offset in the second. */
export async function compareAddedTime(
  { ours, relay }: Pick<Scene, 'ours' | 'relay'>,
  clients: number,
  { pairs, steadySliceMs }: { pairs: number; steadySliceMs: number },
  signal: AbortSignal,
): Promise<AddedTime> {
  const phasesMs = Array.from({ length: clients }, () => Math.random() * 1_000);
  const seen: { ours: number[][]; relay: number[][] } = { ours: [], relay: [] };
  await ours.atOnePerSecond(phasesMs, warmUpMs);
  await relay.atOnePerSecond(phasesMs, warmUpMs);
  for (let pair = 0; pair < pairs; pair++) {
    for (const side of pair % 2 === 0 ? (['ours', 'relay'] as const) : (['relay', 'ours'] as const)) {
      signal.throwIfAborted();
      const crowd = side === 'ours' ? ours : relay;
      seen[side].push(await crowd.atOnePerSecond(phasesMs, steadySliceMs));
    }
  }
  const p99Ratios = seen.ours.map(
    (slice, pair) => percentile(slice, 0.99) / percentile(seen.relay[pair] ?? [], 0.99),
  );
  return { ...seen, p99Ratios };
}
