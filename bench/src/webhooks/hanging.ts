import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../server/src/testing/load/percentile.ts';
import type { Arrivals } from './receivers.ts';
import { type Scene, webhookCount } from './scene.ts';
import type { Stream } from './sender.ts';

const perSecond = 100;
const restMs = 300;

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
  await measure(scene, 0, false, durationMs);
  for (const pair of scene.spares.keys()) {
    if (pair === 0) continue;
    for (const hangs of pair % 2 === 0 ? [false, true] : [true, false]) {
      signal.throwIfAborted();
      seen[hangs ? 'hanging' : 'healthy'].push(await measure(scene, hangs ? pair : 0, hangs, durationMs));
    }
  }
  return seen;
}

async function measure(scene: Scene, index: number, hangs: boolean, durationMs: number): Promise<number> {
  const { sender, receivers, targets, spares } = scene;
  const special = spares[index];
  if (special === undefined) throw new Error('there is no such receiver');
  await receivers.ask('forget');
  if (hangs) await receivers.ask('hang', webhookCount + index);
  const stream = (avatars: number[]): Promise<number> =>
    sender.ask<number>('stream', { avatars, perSecond, durationMs } satisfies Stream);
  const [eventCount, extraCount] = await Promise.all([
    stream(targets.map(({ avatarId }) => avatarId)),
    stream([special.avatarId]),
  ]);
  await receivers.ask('until', hangs ? eventCount : eventCount + extraCount);
  const arrivals = await receivers.ask<Arrivals>('arrivals');
  await scene.allDone(hangs ? targets : [...targets, special]);
  if (hangs) await receivers.ask('letGo', webhookCount + index);
  await sleep(restMs);
  const others = arrivals.slice(0, webhookCount).flat();
  return percentile(others, 0.95) / 1000;
}
