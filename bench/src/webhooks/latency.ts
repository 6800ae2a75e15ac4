import type { Arrivals } from './receivers.ts';
import { type Scene, webhookCount } from './scene.ts';
import type { Stream } from './sender.ts';

/** A steady stream of events to all receivers. Gives the milliseconds from each event to its arrival. */
export async function streamLatencies(
  scene: Scene,
  perSecond: number,
  durationMs: number,
): Promise<readonly number[]> {
  const { sender, receivers, targets } = scene;
  await receivers.ask('forget');
  const stream: Stream = { avatars: targets.map(({ avatarId }) => avatarId), perSecond, durationMs };
  const eventCount = await sender.ask<number>('stream', stream);
  await receivers.ask('until', eventCount);
  const arrivals = await receivers.ask<Arrivals>('arrivals');
  await scene.allDone(targets);
  return arrivals.slice(0, webhookCount).flatMap((times) => times.map((micros) => micros / 1000));
}
