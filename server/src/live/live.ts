import type { Server } from 'node:http';
import type { AvatarWithSecrets } from '../avatars/index.ts';
import type { SessionDirectory } from '../bus/index.ts';
import type { Sql } from '../db/index.ts';
import type { Clock, Log, SealedBox } from '../kernel/index.ts';
import type { ExtendedEvents, Outbox, StoredEvent } from '../webhooks/index.ts';
import type { Brain } from './conversation/brain.ts';
import type { Voice } from './conversation/voice.ts';
import type { TokenChecker } from './joining/avatar-token.ts';
import { type Joined, type JoinWish, join } from './joining/join.ts';
import { startTokenSweep } from './joining/used-tokens.ts';
import { Afterlife, type AfterlifeNeeds } from './post-session/post-session-tasks.ts';
import { readLastAlive, startHeartbeat } from './recovery/heartbeat.ts';
import { recoverSessions } from './recovery/recover-sessions.ts';
import type { Recorder, TurnMeter } from './session/session-deps.ts';
import { Sessions } from './session/sessions.ts';
import { acceptSockets } from './socket/accept-sockets.ts';
import { createSessionBirths } from './store/create-sessions.ts';
import { createSessionWriter } from './store/session-writer.ts';

export type LiveNeeds = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Log;
  readonly box: SealedBox;
  readonly directory: SessionDirectory;
  readonly recorder: Recorder;
  readonly turnMeter: TurnMeter;
  hearingTokenOf(sessionId: string): string;
  readonly outbox: Outbox;
  readonly extended: Pick<ExtendedEvents, 'wants' | 'ignores' | 'write'>;
  readonly checkToken: TokenChecker;
  readonly ownOrigin: string;
  avatar(id: number): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
  brainFor(avatar: AvatarWithSecrets): Brain | null;
  voiceFor(avatar: AvatarWithSecrets): Voice | null;
  readonly ending: Pick<AfterlifeNeeds, 'logout' | 'transcript' | 'summary' | 'backoffMs'>;
};

export type Live = AsyncDisposable & {
  readonly sessions: Sessions;
  readonly afterlife: Afterlife;
  join(wish: JoinWish): Promise<Joined>;
  accept(server: Server, hostAllowed: (host: string | undefined) => boolean): void;
};

const drainMs = 1_500;
const drainStepMs = 20;
const comeBackAfterMs = 1_000;

/** Live conversations: joining, sockets, sessions, what follows their end, and taking over after a crash. */
export async function startLive(needs: LiveNeeds): Promise<Live> {
  const { sql, clock, log, box } = needs;
  const writer = createSessionWriter(sql, needs.outbox, log);
  const births = createSessionBirths(sql, needs.outbox);
  const afterlife = new Afterlife({ ...needs, ...needs.ending });
  const context = { ...needs, writer };
  const sessions = new Sessions(context, needs.directory, (session) =>
    afterlife.settle(session.identity.id, session.opening.mayHaveArrived),
  );
  const joinNeeds = {
    ...needs,
    births,
    sessions,
    tell: (event: StoredEvent) => needs.outbox.write([event]),
  };

  const now = clock.now();
  await recoverSessions({ sql, box, sessions, now, lastAliveAt: (await readLastAlive(sql)) ?? now, log });
  await afterlife.resume();
  const heartbeat = startHeartbeat(sql, clock, log);
  const tokenSweep = startTokenSweep(sql, clock, log);
  let accepting: Disposable | null = null;

  return {
    sessions,
    afterlife,
    join: (wish) => join(joinNeeds, wish),
    accept(server, hostAllowed) {
      accepting = acceptSockets({ server, sessions, hostAllowed, log });
    },
    async [Symbol.asyncDispose]() {
      accepting?.[Symbol.dispose]();
      await answersUnderWay(sessions);
      await Promise.all([...sessions.all()].map((session) => session.suspend(comeBackAfterMs)));
      sessions.stop();
      await births.settled();
      await writer.stop();
      await afterlife.stop();
      await tokenSweep[Symbol.asyncDispose]();
      await heartbeat[Symbol.asyncDispose]();
    },
  };
}

/** Gives answers that are under way a moment to arrive before their clients are sent away. */
async function answersUnderWay(sessions: Sessions): Promise<void> {
  for (let waited = 0; waited < drainMs; waited += drainStepMs) {
    if (![...sessions.all()].some((session) => session.attached && session.talk.busy)) return;
    await new Promise((resolve) => setTimeout(resolve, drainStepMs));
  }
}
