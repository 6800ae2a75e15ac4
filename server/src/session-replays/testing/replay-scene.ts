import type { ChatRequest } from '@parley/protocol';
import type { NewReplay, ReplayTurn } from '@parley/protocol/management';
import { createConversations } from '../../conversations/index.ts';
import { createLog } from '../../kernel/index.ts';
import {
  LiveApp,
  type Received,
  type ScriptedEndpoint,
  startEndpoint,
  streamReply,
} from '../../live/testing/index.ts';
import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { testBox } from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';
import { type ReplayRunnerDeps, startReplayRunner } from '../replay-runner.ts';

/** A brain that gives the same reply to the same words: sentences, markdown and tags, streamed or whole. */
export const steadyReply = (message: string): string => {
  const size = message.length;
  const tags = size % 3 === 0 ? `<offer json='{"b":${size},"a":[1]}'/> <svc-pause ms="20"/>` : '';
  return `Well, **${message}** has ${size} letters. ${tags}Shall we go on? 1. Yes. 2. No.`;
};

export const messageOf = ({ body }: Received): string => (body as ChatRequest).message;

export const steady = (received: Received): void => {
  const reply = steadyReply(messageOf(received));
  if (messageOf(received).length % 2 === 0) return received.ok({ reply });
  const stream = streamReply(received);
  for (const piece of reply.match(/.{1,7}/gs) ?? []) stream.piece(piece);
  stream.end();
};

/** A service with sessions that were really held, and a second endpoint to try. */
export async function replayScene() {
  await using undo = new AsyncDisposableStack();
  const app = undo.use(await LiveApp.start());
  const other = undo.use(await startEndpoint({ CHAT: steady }));
  app.endpoint.script.CHAT = steady;
  const { accountId } = app.party;
  // The clock of the tests is behind the database's.
  await app.test.sql`update schema_migrations set applied_at = 'epoch' where version = 60`;
  const { replays } = app.test.app;

  const hold = async (
    avatarId: number,
    questions: readonly string[],
    input: object = {},
  ): Promise<string> => {
    const { wire, sessionId } = await app.talk(avatarId, input);
    for (const question of questions) {
      wire.say(question);
      await wire.listen();
    }
    await app.disconnect(sessionId);
    await app.untilSettled(sessionId);
    wire.socket.close();
    return sessionId;
  };
  const create = (input: Partial<NewReplay>) =>
    testChange(app.test.sql, (change) =>
      replays.create(change, accountId, {
        ...(input.modelName === undefined ? { endpointUrl: other.url } : {}),
        ...input,
      }),
    );
  /** The replay is locked while `meanwhile` runs. */
  const stop = (id: string, meanwhile: () => Promise<void> = async () => {}) =>
    testChange(app.test.sql, async (change) => {
      await replays.stop(change, accountId, id);
      await meanwhile();
    });
  const turnsOf = async (id: string): Promise<readonly ReplayTurn[]> =>
    (await replays.turns(accountId, id, { after: 0, limit: 10_000 })).items;
  const played = async (input: Partial<NewReplay>) => {
    const { id } = await create(input);
    await replays.settled();
    return { ...(await replays.detail(accountId, id)), allTurns: await turnsOf(id) };
  };
  const outbound = undo.use(localOutbound());
  /** Carries replays out as another process would, only when it is told to. */
  const runnerWith = (changes: Partial<ReplayRunnerDeps> = {}) =>
    startReplayRunner({
      sql: app.test.sql,
      box: testBox,
      log: createLog('silent', { write: () => {} }),
      clock: app.test.clock,
      outbound,
      conversations: createConversations(app.test.sql),
      avatars: app.test.app.avatars,
      callbackUrl: 'https://talk.example.com/gateway/callback',
      authTokenOf: () => 'token',
      everyMs: null,
      ...changes,
    });
  const kept = undo.move();
  return {
    app,
    other,
    accountId,
    replays,
    hold,
    create,
    played,
    stop,
    turnsOf,
    runnerWith,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

export type ReplayScene = Awaited<ReturnType<typeof replayScene>>;

/** What an endpoint got in the sessions of a replay, by session, in order. */
export const visitsTo = (endpoint: ScriptedEndpoint): ReadonlyMap<string, readonly Received[]> =>
  Map.groupBy(endpoint.received, ({ body }) => body.sessionId);
