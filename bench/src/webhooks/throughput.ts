import { type Comparison, type Contender, compare } from '../load/alternate.ts';
import type { Scene } from './scene.ts';
import type { Burst } from './sender.ts';

/** Sends this many events to all receivers at once. Returns the milliseconds until the last has arrived. */
export async function deliverBurst({ sender, receivers, targets }: Scene, events: number): Promise<number> {
  const burst: Burst = { avatars: targets.map(({ avatarId }) => avatarId), events };
  await receivers.ask('forget');
  const begin = performance.now();
  await sender.ask('burst', burst);
  await receivers.ask('until', events);
  return performance.now() - begin;
}

/** A slice ends when the last event has arrived and no delivery waits any more. */
const serviceContender = (scene: Scene, events: number): Contender => ({
  async slice() {
    const begin = performance.now();
    await deliverBurst(scene, events);
    await scene.allDone(scene.targets);
    return { requests: events, elapsedMs: performance.now() - begin };
  },
  cpuMs: () => scene.sender.cpuMs(),
});

export function bareContender({ bareLoop, receivers }: Scene, events: number): Contender {
  return {
    async slice() {
      await receivers.ask('forget');
      const begin = performance.now();
      await bareLoop.ask('send', events);
      await receivers.ask('until', events);
      return { requests: events, elapsedMs: performance.now() - begin };
    },
    cpuMs: () => bareLoop.cpuMs(),
  };
}

export async function compareThroughput(
  scene: Scene,
  { pairs, events }: { pairs: number; events: number },
  signal: AbortSignal,
): Promise<Comparison> {
  const plan = { pairs, sliceMs: 0, warmUpMs: 0 };
  return await compare(serviceContender(scene, events), bareContender(scene, events), plan, signal);
}
