import { constants, setPriority } from 'node:os';
import { startChild } from '../../load/child.ts';
import type { AttackersReady, AttackInput, Targets } from './targets.ts';

export type Attackers = AsyncDisposable & {
  /** The address of the hostile model, voice and webhook. */
  readonly providerUrl: string;
  begin(targets: Targets, perSecond: number): Promise<void>;
  /** Ends the attack. Resolves with the number of attempts by their kind. */
  end(): Promise<Readonly<Record<string, number>>>;
};

/** Attackers in their own process, so that they do not slow down the measurements. */
export async function startAttackers(): Promise<Attackers> {
  const child = await startChild<AttackersReady>(new URL('./attackers-main.ts', import.meta.url));
  // Real attackers have computers of their own. These must not take the processor from the service.
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return {
    providerUrl: child.ready.providerUrl,
    begin: (targets, perSecond) => child.ask('begin', { targets, perSecond } satisfies AttackInput),
    end: () => child.ask('end'),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
