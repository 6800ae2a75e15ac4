import type { ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import type { Child } from '../../../server/src/testing/load/child.ts';
import { Crowd } from '../../../server/src/testing/load/crowd.ts';
import { createJoining, inParallel, openConversation } from '../../../server/src/testing/load/joining.ts';
import { createServiceVisitor } from '../../../server/src/testing/load/service-visitor.ts';
import { type Comparison, type Contender, compare, type Plan } from '../load/alternate.ts';
import { limitProcessor } from './processor-share.ts';
import type { Scene } from './scene.ts';

const clientsEach = 500;
const inFlightEach = 32;
const joinsAtOnce = 16;
/**
 * Clients, endpoint, database and Redis run on the same two processors. With this share each process of the service
 * always gets the same part of a processor, and there is room for the rest.
 */
const processorShare = 0.35;

export type Speedup = Comparison & { readonly isShared: boolean };

/** Turns a second of two processes, compared with one. */
export async function measureSpeedup(scene: Scene, plan: Plan, signal: AbortSignal): Promise<Speedup> {
  await using undo = new AsyncDisposableStack();
  const crowds: Crowd[] = [];
  for (const process of scene.processes) {
    const crowd = undo.use(new Crowd(signal));
    crowd.add(await joinAll(process, scene.avatarId, crowd));
    crowds.push(crowd);
  }
  const shares = await Promise.all(scene.processes.map(({ pid }) => limitProcessor(pid, processorShare)));
  for (const share of shares) if (share !== null) undo.use(share);
  const contender = (count: number): Contender => ({
    async slice(durationMs) {
      const slices = await Promise.all(
        crowds.slice(0, count).map((crowd) => crowd.atFullSpeed(inFlightEach, durationMs)),
      );
      return {
        requests: slices.reduce((sum, { requests }) => sum + requests, 0),
        elapsedMs: Math.max(...slices.map(({ elapsedMs }) => elapsedMs)),
      };
    },
    async cpuMs() {
      const used = await Promise.all(scene.processes.slice(0, count).map((process) => process.cpuMs()));
      return used.reduce((sum, each) => sum + each, 0);
    },
  });
  const comparison = await compare(contender(2), contender(1), plan, signal);
  return { ...comparison, isShared: shares.includes(null) };
}

async function joinAll({ ready }: Child<ServiceAddress>, avatarId: string, crowd: Crowd) {
  await using joining = createJoining(ready.port, avatarId, joinsAtOnce);
  const joined = await inParallel(clientsEach, joinsAtOnce, () => joining.join());
  return joined.map(({ socket }) => {
    openConversation(socket);
    return createServiceVisitor(socket, crowd.onFault);
  });
}
