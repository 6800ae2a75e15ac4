import type { WatchAnswer } from '@parley/protocol/management';
import { sleep } from '../../kernel/index.ts';
import type {
  CallbackMessage,
  CallbackOutcome,
  DisconnectedBy,
  HandOverAnswer,
  HandOverRequest,
  SessionDirectory,
  SessionSnapshot,
} from '../bus.ts';
import { createMemorySessions } from '../memory-sessions.ts';
import { maxWatchWaitMs, type PersonCommand, type PersonOutcome, type WatchQuestion } from '../people.ts';
import { OwnerUnreachable } from './link.ts';
import type { RemoteCalls } from './remote-calls.ts';

/** The owner of a session, according to the database. */
export type SessionOwner =
  | { readonly kind: 'process'; readonly processId: string }
  /** The session has not ended, but its owner is gone or has released it. */
  | { readonly kind: 'none' }
  /** The session has ended or never existed. */
  | { readonly kind: 'ended' };

export type SessionOwners = {
  ownerOf(sessionId: string): Promise<SessionOwner>;
  /** By session, the process that owns it. Sessions without a live owner are left out. */
  ownersOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Loads a session without an owner into this process, unless another process is faster. */
  adopt(sessionId: string): Promise<void>;
  /** Hands a session of this process over to another one. */
  handOver(request: HandOverRequest): Promise<HandOverAnswer>;
};

type SessionCall =
  | { readonly kind: 'find'; readonly sessionId: string }
  | { readonly kind: 'disconnect'; readonly sessionId: string; readonly by: DisconnectedBy }
  | { readonly kind: 'callback'; readonly sessionId: string; readonly message: CallbackMessage }
  | { readonly kind: 'clear-context'; readonly sessionId: string }
  | { readonly kind: 'person'; readonly sessionId: string; readonly command: PersonCommand }
  | { readonly kind: 'watch'; readonly sessionId: string; readonly question: WatchQuestion };

type FindAllCall = { readonly kind: 'find-all'; readonly sessionIds: readonly string[] };

export type Call = SessionCall | FindAllCall | ({ readonly kind: 'hand-over' } & HandOverRequest);

/** `held` is false if the process does not hold the session (any more, or yet). */
type Answer = { readonly held: true; readonly value: unknown } | { readonly held: false };
type FoundSessions = readonly (readonly [sessionId: string, snapshot: SessionSnapshot])[];

export type LinkedSessionsDeps = SessionOwners & {
  /** Called before a session of this process is used: the process may have lost its sessions without noticing. */
  noticeFreeze?(): void;
  ask: RemoteCalls['ask'];
  readonly processId: string;
};

const timeoutMs = {
  find: 2_000,
  'find-all': 1_000,
  callback: 2_000,
  'clear-context': 2_000,
  person: 2_000,
  watch: maxWatchWaitMs + 2_000,
  disconnect: 5_000,
  'hand-over': 5_000,
} as const;
// An owner that does not hold its session has either just adopted it, or has just handed it over or ended it.
const pausesMs = [20, 80, 300];

const noOwners: ReadonlyMap<string, string> = new Map();

export type LinkedSessions = SessionDirectory & {
  answerCall(call: Call): Promise<Answer | HandOverAnswer>;
  handOver(owner: string, request: HandOverRequest): Promise<HandOverAnswer>;
};

/**
 * Finds live sessions of all processes. The database knows which process owns a session. The link only carries the
 * question to the owner and the answer back, so lost messages never make a session count as ended.
 */
export function createLinkedSessions(deps: LinkedSessionsDeps): LinkedSessions {
  const here = createMemorySessions();

  const answerHere = async (call: SessionCall): Promise<Answer> => {
    deps.noticeFreeze?.();
    if (!here.has(call.sessionId)) return { held: false };
    switch (call.kind) {
      case 'find':
        return { held: true, value: here.find(call.sessionId) };
      case 'disconnect':
        return { held: true, value: await here.disconnect(call.sessionId, call.by) };
      case 'callback':
        return { held: true, value: await here.callback(call.sessionId, call.message) };
      case 'clear-context':
        return { held: true, value: await here.clearContext(call.sessionId) };
      case 'person':
        return { held: true, value: await here.person(call.sessionId, call.command) };
      case 'watch':
        return { held: true, value: await here.watch(call.sessionId, call.question) };
    }
  };
  /** Processes of an older version do not know this call. Their answer has no value. */
  const askForAll = async (processId: string, sessionIds: readonly string[]): Promise<FoundSessions> => {
    const call: FindAllCall = { kind: 'find-all', sessionIds };
    const answer = (await deps.ask(processId, call, timeoutMs['find-all'])) as Answer;
    return answer.held ? (answer.value as FoundSessions) : [];
  };
  const answerFindAll = async ({ sessionIds }: FindAllCall): Promise<Answer> => {
    deps.noticeFreeze?.();
    return { held: true, value: [...(await here.findAll(sessionIds))] };
  };
  const askOnce = async (call: SessionCall): Promise<Answer | 'ended'> => {
    const owner = await deps.ownerOf(call.sessionId);
    if (owner.kind === 'ended') return 'ended';
    if (owner.kind === 'none') await deps.adopt(call.sessionId);
    if (owner.kind === 'none' || owner.processId === deps.processId) return await answerHere(call);
    const answer = (await deps.ask(owner.processId, call, timeoutMs[call.kind])) as Answer | undefined;
    // A process of an older version does not know every call.
    return answer ?? { held: false };
  };
  /** The owner's answer, from this process or another. `absent` if the session has ended. */
  const askOwner = async <T>(call: SessionCall, absent: T): Promise<T> => {
    const local = await answerHere(call);
    if (local.held) return local.value as T;
    for (const pauseMs of [0, ...pausesMs]) {
      if (pauseMs > 0) await sleep(pauseMs);
      const answer = await askOnce(call);
      if (answer === 'ended') return absent;
      if (answer.held) return answer.value as T;
    }
    throw new OwnerUnreachable('No process holds the session.');
  };

  return {
    add: here.add,
    find(sessionId) {
      deps.noticeFreeze?.();
      return here.find(sessionId) ?? askOwner<SessionSnapshot | null>({ kind: 'find', sessionId }, null);
    },
    async findAll(sessionIds) {
      deps.noticeFreeze?.();
      const found = new Map(await here.findAll(sessionIds));
      const elsewhere = sessionIds.filter((id) => !found.has(id));
      const owners = elsewhere.length === 0 ? noOwners : await deps.ownersOf(elsewhere);
      const byOwner = Map.groupBy(owners.keys(), (id) => owners.get(id) ?? '');
      byOwner.delete(deps.processId);
      const asked = [...byOwner].map(([owner, ids]) => askForAll(owner, ids));
      for (const answer of await Promise.allSettled(asked)) {
        if (answer.status === 'rejected') continue;
        for (const [id, snapshot] of answer.value) found.set(id, snapshot);
      }
      return found;
    },
    disconnect: (sessionId, by = 'api') => askOwner<boolean>({ kind: 'disconnect', sessionId, by }, false),
    callback: (sessionId, message) =>
      askOwner<CallbackOutcome>({ kind: 'callback', sessionId, message }, 'ended'),
    clearContext: (sessionId) => askOwner<boolean>({ kind: 'clear-context', sessionId }, false),
    person: (sessionId, command) =>
      askOwner<PersonOutcome>({ kind: 'person', sessionId, command }, { outcome: 'ended' }),
    watch: (sessionId, question) =>
      askOwner<WatchAnswer | null>({ kind: 'watch', sessionId, question }, null),
    answerCall(call) {
      if (call.kind === 'hand-over') return deps.handOver(call);
      return call.kind === 'find-all' ? answerFindAll(call) : answerHere(call);
    },
    handOver: async (owner, request) =>
      (await deps.ask(owner, { kind: 'hand-over', ...request }, timeoutMs['hand-over'])) as HandOverAnswer,
  };
}
