import type { Server } from 'node:http';
import type { AvatarWithSecrets } from '../avatars/index.ts';
import type { SessionDirectory, Topics } from '../bus/index.ts';
import type { Sql } from '../db/index.ts';
import type { Outbox, StoredEvent } from '../events/index.ts';
import { FairShares, type Interval } from '../kernel/index.ts';
import { Adoption } from './adoption/adoption.ts';
import { drainSessions } from './adoption/drain.ts';
import { answersArrived } from './adoption/hand-over.ts';
import type { Processes } from './adoption/processes.ts';
import { maxQueuedBytesInAll } from './conversation/queued-words.ts';
import type { SessionIdentity } from './identity/session-identity.ts';
import { type JoinDeps, type Joined, type JoinInput, join } from './joining/join.ts';
import { startTokenSweep } from './joining/used-tokens.ts';
import { startPersonMails } from './person/person-mails.ts';
import { type EndedSession, releaseTasks } from './post-session/pending-tasks.ts';
import { type PostSessionDeps, PostSessionTasks } from './post-session/post-session-tasks.ts';
import { startHeartbeat } from './recovery/heartbeat.ts';
import { recoverSessions } from './recovery/recover-sessions.ts';
import { endSessionsOfDeletedAvatars } from './session/avatar/deleted-avatars.ts';
import { comeBack } from './session/client/socket-close.ts';
import type { SessionDeps } from './session/session-deps.ts';
import { Sessions } from './session/sessions.ts';
import { SessionSlots } from './slots/session-slots.ts';
import { acceptSockets } from './socket/accept-sockets.ts';
import type { HelloDeps } from './socket/handle-hello.ts';
import type { TurnOpener } from './socket/visitor-sound.ts';
import { createSessionCreator } from './store/create-sessions.ts';
import { unowned } from './store/session-row.ts';
import { createSessionWriter } from './store/session-writer.ts';

export type LiveDeps = Omit<SessionDeps, 'writer' | 'avatar' | 'handleEnded' | 'queueShares'> &
  Omit<JoinDeps, 'creator' | 'sessions' | 'hasSlot' | 'handleCreated' | 'publish'> & {
    readonly sql: Sql;
    readonly directory: SessionDirectory;
    readonly topics: Topics;
    readonly outbox: Outbox;
    readonly openTurn: TurnOpener;
    /** For links in mails. */
    readonly baseUrl: string;
    readonly postSession: Pick<PostSessionDeps, 'logout' | 'transcript' | 'summary'>;
    /** Null if this process is the only one. */
    readonly processes: Processes | null;
  };

export type Live = AsyncDisposable & {
  readonly sessions: Sessions;
  readonly postSessionTasks: PostSessionTasks;
  readonly personMails: Interval;
  /** Null if this process is the only one. */
  readonly adoption: Adoption | null;
  join(input: JoinInput): Promise<Joined>;
  accept(server: Server): void;
  /** Sends each client to another process when its conversation pauses. Does nothing if no other process exists. */
  drain(limitMs: number): Promise<void>;
};

const comeBackAfterMs = 1_000;

/** Starts live sessions: joining, sockets, post-session tasks, and recovery after a crash. */
export async function startLive(deps: LiveDeps): Promise<Live> {
  const { sql, clock, log, outbox, processes } = deps;
  const owner = () => processes?.id ?? null;
  const writer = createSessionWriter({ sql, outbox, log, owner, handleLost: (ids) => sessions.drop(ids) });
  // A new session's client may come to any process, so no process owns the session before.
  const creator = createSessionCreator(sql, outbox, processes === null ? null : unowned);
  const postSessionTasks = new PostSessionTasks({ ...deps, ...deps.postSession, owner });
  const sessionDeps = {
    ...deps,
    writer,
    avatar: (id: number) => avatarIfKnown(deps, id),
    queueShares: new FairShares(maxQueuedBytesInAll),
    handleEnded: ({ id, accountId }: SessionIdentity, loginArrived: boolean) => {
      postSessionTasks.start({ id, accountId }, loginArrived);
      deps.secondBrain.handleEnded(id);
    },
  };
  const sessions = new Sessions(sessionDeps, deps.directory);
  const startTasks = (session: EndedSession) => postSessionTasks.start(session);
  const adoption = processes === null ? null : new Adoption({ ...deps, processes, sessions, startTasks });
  const slots = new SessionSlots(deps);
  const helloDeps: HelloDeps = {
    openTurn: deps.openTurn,
    handleMessage: () => processes?.noticeFreeze(),
    find: (id, hashes) => (adoption === null ? (sessions.get(id) ?? 'ended') : adoption.find(id, hashes)),
    takeSlot: ({ identity: { id, avatarId } }, maxSessions) => slots.take(id, { avatarId, maxSessions }),
  };
  const joinDeps: JoinDeps = {
    ...deps,
    creator,
    sessions,
    hasSlot: (limit) => slots.hasSlot(limit),
    handleCreated: (start) => {
      if (processes === null) sessions.add(start);
      else sessions.release(start.identity.avatarId);
    },
    publish: (event: StoredEvent) => outbox.write([event]),
  };

  await (adoption === null ? recoverSessions({ ...deps, sessions }) : adoption.start());
  await postSessionTasks.resume();

  // The heartbeat starts after the recovery, which reads the previous process's last beat. It stops last.
  const running = new AsyncDisposableStack();
  if (processes === null) running.use(startHeartbeat(sql, clock, log));
  running.use(startTokenSweep(sql, clock, log));
  const personMails = running.use(startPersonMails(deps));
  if (processes !== null) running.defer(() => releaseTasks(sql, processes.id));
  running.defer(() => postSessionTasks.stop());
  running.defer(() => writer.stop());
  running.defer(() => creator.settled());
  running.defer(() => sessions.stop());
  running.defer(() => suspendSessions(sessions, processes !== null));
  running.defer(() => adoption?.stop());
  running.use(endSessionsOfDeletedAvatars({ ...deps, sessions }));

  return {
    sessions,
    postSessionTasks,
    personMails,
    adoption,
    join: (input) => join(joinDeps, input),
    accept(server) {
      running.use(acceptSockets({ server, deps: helloDeps, log }));
    },
    async drain(limitMs) {
      if (adoption === null) return;
      adoption.stop();
      await drainSessions(sessions, limitMs);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Undefined if the database failed. */
function avatarIfKnown(
  { avatar, log }: LiveDeps,
  id: number,
): Promise<AvatarWithSecrets | null | undefined> | AvatarWithSecrets | null {
  const found = avatar(id);
  if (!(found instanceof Promise)) return found;
  return found.catch((error: unknown) => {
    log.error({ err: error, avatarId: id }, 'could not read an avatar');
    return undefined;
  });
}

/** Waits for answers in progress, then tells every client to come back: to another process, or after the restart. */
async function suspendSessions(sessions: Sessions, hasPeers: boolean): Promise<void> {
  await answersArrived([...sessions.all()].filter(({ attached }) => attached));
  await Promise.all(
    [...sessions.all()].map((session) =>
      hasPeers ? session.handOver(unowned, comeBack('this process stops')) : session.suspend(comeBackAfterMs),
    ),
  );
}
