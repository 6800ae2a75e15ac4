import type { Clock, Log } from '../../kernel/index.ts';
import type { Bus, HandOverAnswer, HandOverRequest } from '../bus.ts';
import { createMemoryLimits } from '../memory-limits.ts';
import type { Link } from './link.ts';
import { createLinkedLimits } from './linked-limits.ts';
import { type Call, createLinkedSessions, type LinkedSessionsDeps } from './linked-sessions.ts';
import { createLinkedTopics } from './linked-topics.ts';
import { openRemoteCalls } from './remote-calls.ts';

export type LinkedBusDeps = Omit<LinkedSessionsDeps, 'ask'> & {
  /** The caller owns it and closes it after the bus. */
  readonly link: Link;
  /** The address at which other processes reach this one, as long as it runs. */
  readonly processId: string;
  readonly clock: Clock;
  readonly log: Log;
};

export type LinkedBus = Bus & {
  /** Asks a session's owner to hand it over to this process. Rejects with `OwnerUnreachable`. */
  handOver(owner: string, request: HandOverRequest): Promise<HandOverAnswer>;
};

/** The bus of a service with several processes. */
export async function openLinkedBus(deps: LinkedBusDeps): Promise<LinkedBus> {
  const { link, processId, clock, log } = deps;
  const calls = await openRemoteCalls({
    link,
    processId,
    log,
    answer: (call) => sessions.answerCall(call as Call),
  });
  const sessions = createLinkedSessions({ ...deps, ask: calls.ask });
  const fallback = createMemoryLimits(clock);
  const { areShared, ...limits } = createLinkedLimits({ link, fallback, log });
  return {
    link: { kind: link.kind, isUp: () => link.isUp, countsLimits: areShared },
    limits,
    sessions,
    topics: await createLinkedTopics(link, log),
    handOver: sessions.handOver,
    async [Symbol.asyncDispose]() {},
  };
}
