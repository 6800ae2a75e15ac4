import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../server/src/kernel/index.ts';
import type { Arrivals } from './receivers.ts';
import { type Scene, type Target, webhookCount } from './scene.ts';
import type { Stream } from './sender.ts';

type Extra = { readonly index: number; readonly target: Target; readonly hangs: boolean };

const besideExtra = 100;
const restMs = 300;

/**
 * A steady stream of events to all receivers, and if wanted the same to one extra receiver. Gives the milliseconds from
 * each event to its arrival at the others.
 */
export async function streamLatencies(
  scene: Scene,
  perSecond: number,
  durationMs: number,
  extra?: Extra,
): Promise<readonly number[]> {
  const { sender, receivers, targets } = scene;
  await receivers.ask('forget');
  if (extra?.hangs) await receivers.ask('hang', webhookCount + extra.index);
  const stream = (to: readonly Target[]): Promise<number> => {
    const avatars = to.map(({ avatarId }) => avatarId);
    return sender.ask<number>('stream', { avatars, perSecond, durationMs } satisfies Stream);
  };
  const [eventCount, extraCount] = await Promise.all([
    stream(targets),
    extra === undefined ? 0 : stream([extra.target]),
  ]);
  await receivers.ask('until', extra?.hangs ? eventCount : eventCount + extraCount);
  const arrivals = await receivers.ask<Arrivals>('arrivals');
  await scene.allDone(extra === undefined || extra.hangs ? targets : [...targets, extra.target]);
  if (extra?.hangs) await receivers.ask('letGo', webhookCount + extra.index);
  return arrivals.slice(0, webhookCount).flatMap((times) => times.map((micros) => micros / 1000));
}

/** The others' p95 in milliseconds, slice by slice. */
export type Hanging = { readonly healthy: readonly number[]; readonly hanging: readonly number[] };

/**
 * All receivers together get 100 events a second, and one extra receiver gets another 100. In every second slice the
 * extra receiver hangs: it accepts requests and never answers. A webhook with so many failures is paused, so each
 * hanging slice uses another receiver. The slices without a hanging receiver always use the first one.
 */
export async function compareHanging(
  scene: Scene,
  durationMs: number,
  signal: AbortSignal,
): Promise<Hanging> {
  const seen: { healthy: number[]; hanging: number[] } = { healthy: [], hanging: [] };
  const measure = async (index: number, hangs: boolean): Promise<number> => {
    const target = scene.spares[index];
    if (target === undefined) throw new Error('there is no such receiver');
    const times = await streamLatencies(scene, besideExtra, durationMs, { index, target, hangs });
    await sleep(restMs);
    return percentile(times, 0.95);
  };
  await measure(0, false);
  for (const pair of scene.spares.keys()) {
    if (pair === 0) continue;
    for (const hangs of pair % 2 === 0 ? [false, true] : [true, false]) {
      signal.throwIfAborted();
      seen[hangs ? 'hanging' : 'healthy'].push(await measure(hangs ? pair : 0, hangs));
    }
  }
  return seen;
}
