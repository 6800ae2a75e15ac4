import { expect, it } from 'vitest';
import { systemTool } from '../../testing/index.ts';
import { operatorClient, startServiceGroup } from '../../testing/running/index.ts';
import { startEndpoint, until, Wire } from '../testing/index.ts';

it('[LV98] [LV99] kill -9 of the owner keeps the person, and kill -9 of the process that asks hands back', async (context) => {
  const redisProgram = systemTool(context, 'redis-server');
  await using endpoint = await startEndpoint({ CHAT: () => {} });
  await using group = await startServiceGroup({ count: 2, redisProgram });
  const operator = operatorClient(group);
  const account = await operator.account('People');
  const avatarId = await operator.avatar(account, { name: 'Ada', endpointUrl: endpoint.url });
  const scopes = ['sessions:watch', 'sessions:answer'];
  const { key } = await operator.call<{ key: string }>('POST', `/v1/accounts/${account}/management-keys`, {
    name: 'Support',
    scopes,
  });
  const urlOf = (index: number) => group.services[index]?.url ?? '';

  const answer = await fetch(`${urlOf(0)}/client/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ avatarId }),
  });
  const joined = (await answer.json()) as { sessionId: string; ticket: string };
  const { sessionId } = joined;
  const visitor = await Wire.enter(urlOf(0), joined);
  visitor.ready();
  await endpoint.next('LOGIN', sessionId);
  /** What the member does through one of the processes. */
  const does = async (index: number, call: string, body: object = {}) => {
    const { status } = await fetch(`${urlOf(index)}/v1/accounts/${account}/sessions/${sessionId}/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return status;
  };
  const ownerOf = async () => (await group.sql`select owner from sessions where id = ${sessionId}`)[0]?.owner;

  expect(await does(1, 'take')).toBe(200);
  await visitor.next('people', ({ answering }) => answering);
  visitor.say('Hello?');
  expect(await does(1, 'say', { id: 'w1', text: 'I am Ada.' })).toBe(200);
  expect(await visitor.listen()).toEqual(['I am Ada.']);
  visitor.say('And now?');
  await until('the question is stored', async () => {
    const [row] =
      await group.sql`select person -> 'unanswered' as waiting from sessions where id = ${sessionId}`;
    return row?.waiting.length === 1;
  });
  const first = await ownerOf();

  // The process with the session dies. The visitor comes back to the other one.
  await group.kill(0);
  const back = await until('the visitor is back', async () => {
    const wire = await Wire.dial(urlOf(1));
    wire.hello({ sessionId, resume: visitor.welcome.resume });
    await until('an answer', () => wire.closed !== null || wire.count('welcome') > 0);
    return wire.count('welcome') > 0 && wire;
  });
  back.ready();
  await back.next('people', ({ answering }) => answering);
  expect(await ownerOf()).not.toBe(first);
  expect(await does(1, 'say', { id: 'w1', text: 'I am Ada.' })).toBe(200);
  expect(await does(1, 'say', { id: 'w2', text: 'Still here.' })).toBe(200);
  expect(await back.listen()).toEqual(['Still here.']);
  expect(endpoint.chats(sessionId)).toEqual([]);

  // The process with the dashboard dies, and the member does not come back.
  await group.start(0);
  expect(await does(0, 'typing')).toBe(200);
  back.say('Anybody?');
  await back.quiet();
  await group.kill(0);
  await back.next('people', ({ answering }) => !answering);
  const chat = await endpoint.next('CHAT', sessionId);
  expect(chat.raw).toBe(JSON.stringify({ action: 'CHAT', sessionId, message: 'Anybody?' }));
  chat.ok({ reply: 'I am here.' });
  expect(await back.listen()).toEqual(['I am here.']);
  expect(await does(1, 'say', { id: 'w3', text: 'Too late.' })).toBe(409);
});
