import type { Server } from 'node:http';
import { type AvatarWithSecrets, avatarDeletedTopic } from '../avatars/index.ts';
import type { SessionDirectory, Topics } from '../bus/index.ts';
import type { Sql } from '../db/index.ts';
import { sleep } from '../kernel/index.ts';
import type { Outbox, StoredEvent } from '../webhooks/index.ts';
import { type JoinDeps, type Joined, type JoinInput, join } from './joining/join.ts';
import { startTokenSweep } from './joining/used-tokens.ts';
import { type PostSessionDeps, PostSessionTasks } from './post-session/post-session-tasks.ts';
import { readLastAlive, startHeartbeat } from './recovery/heartbeat.ts';
import { recoverSessions } from './recovery/recover-sessions.ts';
import type { SessionDeps } from './session/session-deps.ts';
import { Sessions } from './session/sessions.ts';
import { acceptSockets } from './socket/accept-sockets.ts';
import { createSessionCreator } from './store/create-sessions.ts';
import { createSessionWriter } from './store/session-writer.ts';

export type LiveDeps = Omit<SessionDeps, 'writer' | 'handleEnded'> &
  Omit<JoinDeps, 'creator' | 'sessions' | 'publish'> & {
    readonly sql: Sql;
    readonly directory: SessionDirectory;
    readonly topics: Topics;
    readonly outbox: Outbox;
    readonly postSession: Pick<PostSessionDeps, 'logout' | 'transcript' | 'summary'>;
  };

export type Live = AsyncDisposable & {
  readonly sessions: Sessions;
  readonly postSessionTasks: PostSessionTasks;
  join(input: JoinInput): Promise<Joined>;
  accept(server: Server): void;
};

const answerWithinMs = 1_500;
const checkEveryMs = 20;
const comeBackAfterMs = 1_000;

/** Starts live sessions: joining, sockets, post-session tasks, and recovery after a crash. */
export async function startLive(deps: LiveDeps): Promise<Live> {
  const { sql, clock, log, box, outbox } = deps;
  const writer = createSessionWriter(sql, outbox, log);
  const creator = createSessionCreator(sql, outbox);
  const postSessionTasks = new PostSessionTasks({ ...deps, ...deps.postSession });
  const sessionDeps = {
    ...deps,
    writer,
    avatar: (id: number) => avatarOrNull(deps, id),
    handleEnded: (id: string, loginArrived: boolean) => postSessionTasks.start(id, loginArrived),
  };
  const sessions = new Sessions(sessionDeps, deps.directory);
  const joinDeps = { ...deps, creator, sessions, publish: (event: StoredEvent) => outbox.write([event]) };

  const now = clock.now();
  await recoverSessions({ sql, box, sessions, now, lastAliveAt: (await readLastAlive(sql)) ?? now, log });
  await postSessionTasks.resume();

  // The heartbeat starts after the recovery, which reads the last beat of the process before, and stops last.
  const running = new AsyncDisposableStack();
  running.use(startHeartbeat(sql, clock, log));
  running.use(startTokenSweep(sql, clock, log));
  running.defer(() => postSessionTasks.stop());
  running.defer(() => writer.stop());
  running.defer(() => creator.settled());
  running.defer(() => sessions.stop());
  running.defer(() => suspendSessions(sessions));
  running.use(deps.topics.subscribe(avatarDeletedTopic, (id) => void sessions.endAllOf(Number(id))));

  return {
    sessions,
    postSessionTasks,
    join: (input) => join(joinDeps, input),
    accept(server) {
      running.use(acceptSockets({ server, sessions, log }));
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A session goes on without its avatar while the database is away. */
function avatarOrNull(
  { avatar, log }: LiveDeps,
  id: number,
): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null {
  const found = avatar(id);
  if (!(found instanceof Promise)) return found;
  return found.catch((error: unknown) => {
    log.error({ err: error, avatarId: id }, 'could not read an avatar');
    return null;
  });
}

/** Lets the answers in progress arrive, then tells every client to come back after the restart. */
async function suspendSessions(sessions: Sessions): Promise<void> {
  await waitForAnswers(sessions);
  await Promise.all([...sessions.all()].map((session) => session.suspend(comeBackAfterMs)));
}

/** Gives answers a short time to arrive before their clients are sent away. */
async function waitForAnswers(sessions: Sessions): Promise<void> {
  for (let waitedMs = 0; waitedMs < answerWithinMs; waitedMs += checkEveryMs) {
    if (![...sessions.all()].some((session) => session.attached && session.conversation.isAsking)) return;
    await sleep(checkEveryMs);
  }
}
