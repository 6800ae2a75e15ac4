import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../load/percentile.ts';
import type { Arrivals } from './receivers.ts';
import { type Scene, webhookCount } from './scene.ts';
import type { Stream } from './sender.ts';

const perSecond = 100;
const restMs = 300;

/** The others' p95 in milliseconds, slice by slice. */
export type Hanging = { readonly healthy: readonly number[]; readonly hanging: readonly number[] };

/**
 * All receivers together get 100 events a second, and one more gets another 100 by itself. In every second slice that
 * one hangs: it takes requests and never answers. A webhook that failed so often is paused, so each time it is
 * another one; the one that does not hang is always the first.
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
  const [made, madeForSpecial] = await Promise.all([
    stream(targets.map(({ avatarId }) => avatarId)),
    stream([special.avatarId]),
  ]);
  await receivers.ask('until', hangs ? made : made + madeForSpecial);
  const arrivals = await receivers.ask<Arrivals>('arrivals');
  await scene.allDone(hangs ? targets : [...targets, special]);
  if (hangs) await receivers.ask('letGo', webhookCount + index);
  await sleep(restMs);
  const others = arrivals.slice(0, webhookCount).flat();
  return percentile(others, 0.95) / 1000;
}
