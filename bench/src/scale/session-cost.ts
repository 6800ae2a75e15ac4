import { type Child, startChild } from '../../../server/src/testing/load/child.ts';
import type { IdleCrowdInput, PingInput } from './idle-crowd.ts';
import type { Scene } from './scene.ts';

export type SessionCost = {
  readonly sessions: number;
  readonly bytes: number;
  /** Processor time for each session and second, with a ping every ten seconds. */
  readonly cpuMicros: number;
};

const pingEveryMs = 10_000;
/** Longer than idle connections to the endpoint are kept. */
const settleMs = 6_000;

/** The cost of a session at each of these total numbers of sessions. */
export async function measureCosts(
  scene: Scene,
  steps: readonly number[],
  measureMs: number,
  signal: AbortSignal,
): Promise<SessionCost[]> {
  await using undo = new AsyncDisposableStack();
  const crowds: Child<unknown>[] = [];
  for (const { ready } of scene.processes) {
    const input: IdleCrowdInput = { port: ready.port, avatarId: scene.avatarId };
    crowds.push(undo.use(await startChild(new URL('./idle-crowd.ts', import.meta.url), { input, signal })));
  }
  const askAll = (question: string, input: unknown) =>
    Promise.all(crowds.map((crowd) => crowd.ask(question, input)));
  const sum = async (read: (process: Scene['processes'][0]) => Promise<number>) =>
    (await Promise.all(scene.processes.map(read))).reduce((total, each) => total + each, 0);
  const bytes = () => sum((process) => process.ask<number>('memory'));
  const cpuMs = () => sum((process) => process.cpuMs());
  const cpuDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const [before, begin] = [await cpuMs(), performance.now()];
    await work();
    return ((await cpuMs()) - before) / (performance.now() - begin);
  };

  const idleBytes = await bytes();
  const idleShare = await cpuDuring(() => new Promise((resolve) => setTimeout(resolve, measureMs)));
  const costs: SessionCost[] = [];
  let connected = 0;
  for (const sessions of steps) {
    await askAll('connect', Math.round((sessions - connected) / crowds.length));
    connected = sessions;
    await askAll('ping', { periodMs: settleMs, durationMs: settleMs } satisfies PingInput);
    const used = ((await bytes()) - idleBytes) / sessions;
    const share = await cpuDuring(() =>
      askAll('ping', { periodMs: pingEveryMs, durationMs: measureMs } satisfies PingInput),
    );
    costs.push({ sessions, bytes: used, cpuMicros: ((share - idleShare) * 1_000_000) / sessions });
  }
  return costs;
}
