import { afterAll, beforeAll, expect, it } from 'vitest';
import { LiveApp, until } from '../live/testing/index.ts';
import { startReceiver } from '../outbound/testing/receiver.ts';
import { testChange } from '../testing/index.ts';
import { eraseVisitor } from './index.ts';

let app: LiveApp;
beforeAll(async () => {
  app = await LiveApp.start();
});
afterAll(() => app[Symbol.asyncDispose]());

it('a transcript whose summary is being made when its visitor is erased is not published', async () => {
  const { sql } = app.test;
  const summary = Promise.withResolvers<void>();
  let isAsked = false;
  await using model = await startReceiver(async (response, { body }) => {
    if (JSON.parse(body).stream === true) {
      const choice = { index: 0, delta: { content: 'I am sorry.' }, finish_reason: 'stop' };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
      return;
    }
    isAsked = true;
    await summary.promise;
    const message = { role: 'assistant', content: 'Grace is ill.' };
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
  });
  const avatarId = await app.avatar({
    brain: 'model',
    modelUrl: `${model.url}v1`,
    modelName: 'small',
    transcript: true,
    webhookId: await app.webhook(),
  });
  const { sessionId, wire } = await app.talk(avatarId, { userId: 'grace@example.com', userName: 'Grace' });
  wire.say('I am ill.');
  await wire.listen();
  await app.disconnect(sessionId);
  await until('the summary is asked for', () => isAsked);
  const [session] = await sql<{ visitor: string }[]>`
    select visitor_id::text as visitor from sessions where id = ${sessionId}`;
  await testChange(sql, (change) => eraseVisitor(change, app.party.accountId, session?.visitor ?? ''));
  summary.resolve();
  await app.untilSettled(sessionId);
  expect(await sql`select name from events where session_id = ${sessionId}`).toEqual([]);
  expect(await sql`select from deliveries where session_id = ${sessionId}`).toHaveLength(0);
});
