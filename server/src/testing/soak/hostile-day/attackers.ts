import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FromAttackers, Targets, ToAttackers } from './targets.ts';

const program = fileURLToPath(new URL('./attackers-main.ts', import.meta.url));

export type Attackers = AsyncDisposable & {
  /** The address of the hostile model, voice and webhook. */
  readonly providerUrl: string;
  begin(targets: Targets, perSecond: number): void;
  /** Ends the attack. Resolves with the number of attempts by their kind. */
  end(): Promise<Readonly<Record<string, number>>>;
};

/** Attackers in their own process, so that they do not slow down the measurements. */
export async function startAttackers(): Promise<Attackers> {
  const child = fork(program);
  // Real attackers have computers of their own. These must not take the processor from the service.
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW);
  const [serving] = (await once(child, 'message')) as [FromAttackers];
  if (serving.kind !== 'serving') throw new Error('the attackers did not start');
  return {
    providerUrl: serving.url,
    begin: (targets, perSecond) => tell(child, { kind: 'begin', targets, perSecond }),
    async end() {
      const answer = once(child, 'message') as Promise<[FromAttackers]>;
      tell(child, { kind: 'end' });
      const [ended] = await answer;
      return ended.kind === 'ended' ? ended.attempts : {};
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const tell = (child: ChildProcess, message: ToAttackers): boolean => child.send(message);
