import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseReply } from '../rehearsal/index.ts';
import { messageOf, type ReplayScene, replayScene } from './testing/replay-scene.ts';

let scene: ReplayScene;
beforeAll(async () => {
  scene = await replayScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

it('[RP13] each long reply of a session is parsed once, and others have their turn of the event loop before the next', async () => {
  const { sql } = scene.app.test;
  const questions = ['One?', 'Two?', 'Three?', 'Four?'];
  const sessionId = await scene.hold(await scene.app.avatar(), questions);
  const before = `<offer id="1"/> ${'before '.repeat(8_000)}`;
  await sql`update turns set detail = ${sql.json({ reply: before })}, heard = case when number = 2 then 'before before' end
    where session_id = ${sessionId}`;
  const answer = (question: string): string => `${question} ${'after '.repeat(8_000)}`;
  scene.other.script.CHAT = (received) => received.ok({ reply: answer(messageOf(received)) });

  let yieldToEventLoop = 0;
  let isOver = false;
  const count = (): void => {
    yieldToEventLoop += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const parses: { readonly reply: string; readonly at: number }[] = [];
  await using runner = scene.runnerWith({
    parseReply(reply) {
      parses.push({ reply, at: yieldToEventLoop });
      return parseReply(reply);
    },
  });
  const { id } = await scene.create({ sessions: [sessionId] });
  await runner.settled();
  isOver = true;
  expect(await scene.replays.read(scene.accountId, id)).toMatchObject({
    state: 'done',
    summary: { turns: 4 },
  });
  expect(parses.map(({ reply }) => reply)).toEqual(
    questions.flatMap((question) => [before, answer(question)]),
  );
  expect(new Set(parses.map(({ at }) => at)).size).toBe(parses.length);
});
