import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedEndpoint } from '../../live/testing/endpoint.ts';
import { LiveApp, liveCluster, startEndpoint, until } from '../../live/testing/index.ts';
import { testChange } from '../../testing/index.ts';
import { eraseVisitor, exportVisitor } from '../../user-data/index.ts';
import { shadowIdOf } from './shadow-session.ts';

type Shadowed = { readonly number: number; readonly shadow: { answer: string; outcome: string } | null };

describe('a shadow', () => {
  let app: LiveApp;
  let shadow: ScriptedEndpoint;
  beforeAll(async () => {
    app = await LiveApp.start();
    shadow = await startEndpoint({
      CHAT: (request) => request.ok({ reply: 'I would say something else. And more.' }),
    });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await shadow[Symbol.asyncDispose]();
  });

  const avatarWith = (input: Parameters<LiveApp['avatar']>[0] = {}) =>
    app.avatar({
      secondRole: 'shadow',
      secondEndpointUrl: shadow.url,
      secondEndpointKey: 'shadow-key',
      ...input,
    });
  const shadowsOf = (sessionId: string, count: number) =>
    until(`${count} answers of a shadow`, async () => {
      const turns = (await app.record(sessionId)).turns as unknown as Shadowed[];
      const answered = turns.filter((turn) => turn.shadow !== null);
      return answered.length >= count && answered;
    });

  it('[SB1] gets LOGIN, CHAT and LOGOUT with a session id, token and key of its own', async () => {
    const { sessionId, wire } = await app.talk(await avatarWith(), { userId: 'u7', customString: 'blue' });
    wire.say('hello');
    expect(await wire.listen()).toEqual(['You said hello.']);
    await shadowsOf(sessionId, 1);
    wire.send({ type: 'bye' });
    const copy = shadowIdOf(sessionId);
    await shadow.next('LOGOUT', copy);
    expect(shadow.actions(copy)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    expect(shadow.of(sessionId)).toEqual([]);
    const { sessionId: _, authToken, ...login } = app.endpoint.login(sessionId);
    const { sessionId: __, authToken: ownToken, ...copied } = shadow.login(copy);
    expect(copied).toEqual(login);
    expect(ownToken).not.toBe(authToken);
    expect(shadow.chats(copy)).toEqual(['hello']);
    expect(shadow.of(copy)[0]?.headers.authorization).toBe('Bearer shadow-key');
  });

  it('[SB2] its answers are stored beside the turns, and nothing else tells of it', async () => {
    const [avatarId, plainId] = [
      await avatarWith({ transcript: true }),
      await app.avatar({ transcript: true }),
    ];
    const talkTo = async (id: number) => {
      const { sessionId, wire } = await app.talk(id);
      wire.say('hello');
      const said = await wire.listen();
      if (id === avatarId) await shadowsOf(sessionId, 1);
      wire.send({ type: 'bye' });
      await app.untilSettled(sessionId);
      const [events, record] = [await app.events(sessionId), await app.record(sessionId)];
      const { gateway, transcript } = record as unknown as {
        gateway: { action: string }[];
        transcript: object[];
      };
      const actions = gateway.map(({ action }) => action);
      return { said, actions, spoken: transcript.length, events: events.map(({ name }) => name), sessionId };
    };
    const { sessionId, ...seen } = await talkTo(avatarId);
    const { sessionId: _, ...plain } = await talkTo(plainId);
    expect(seen).toEqual(plain);
    const [answered] = await shadowsOf(sessionId, 1);
    expect(answered?.shadow).toMatchObject({
      outcome: 'answered',
      answer: 'I would say something else. And more.',
      problem: null,
    });
    const chats = app.endpoint.of(sessionId, 'CHAT').map(({ body }) => body);
    expect(chats).toEqual([{ action: 'CHAT', sessionId, message: 'hello' }]);
  });

  it('[SB3] cannot speak to the visitor through the callback', async () => {
    const { sessionId, wire } = await app.talk(await avatarWith());
    const copy = shadowIdOf(sessionId);
    await shadow.next('LOGIN', copy);
    const speak = (named: string) =>
      app.test.send({
        method: 'POST',
        url: '/gateway/callback',
        headers: {
          authorization: `Bearer ${shadow.login(copy).authToken}`,
          'content-type': 'application/json',
        },
        body: { sessionId: named, message: 'Hear me!' },
      });
    expect(await speak(copy)).toMatchObject({ status: 404 });
    expect(await speak(sessionId)).toMatchObject({ status: 401 });
    await wire.quiet();
    expect(wire.count('sentence')).toBe(0);
  });

  it('[SB4] that hangs in LOGIN or CHAT, refuses or breaks off costs no visitor an answer', async () => {
    const bad: Record<string, Parameters<typeof startEndpoint>[0]> = {
      'hangs in LOGIN': { LOGIN: () => {} },
      'hangs in CHAT': { CHAT: () => {} },
      refuses: { LOGIN: (request) => request.answer(403, {}) },
      'breaks off': { CHAT: (request) => request.response.destroy() },
    };
    for (const script of Object.values(bad)) {
      await using broken = await startEndpoint(script);
      const { wire, sessionId } = await app.talk(await avatarWith({ secondEndpointUrl: broken.url }));
      for (const word of ['one', 'two', 'three']) {
        wire.say(word);
        expect(await wire.listen()).toEqual([`You said ${word}.`]);
      }
      wire.send({ type: 'bye' });
      expect((await app.untilSettled(sessionId)).turns.map(({ outcome }) => outcome)).toEqual(
        Array.from({ length: 3 }, () => 'answered'),
      );
    }
  });

  it('[SB4] that sends without end is cut off, and the failure is stored', async () => {
    const sent: number[] = [];
    await using flooding = await startEndpoint({
      CHAT: ({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const pump = () => {
          while (!response.destroyed && response.write(`: ${'x'.repeat(16_000)}\n\n`)) sent.push(16_000);
        };
        response.on('drain', pump);
        pump();
      },
    });
    const { sessionId, wire } = await app.talk(await avatarWith({ secondEndpointUrl: flooding.url }));
    wire.say('hello');
    expect(await wire.listen()).toEqual(['You said hello.']);
    const [answered] = await shadowsOf(sessionId, 1);
    expect(answered?.shadow).toMatchObject({ outcome: 'failed', answer: '' });
  });

  it('[SB1] that is a language model reads the conversation as it was held', async () => {
    const bodies: { messages: { role: string; content: string }[] }[] = [];
    const { createServer } = await import('node:http');
    const model = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      bodies.push(JSON.parse(text));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ choices: [{ message: { content: 'Modelled.' }, finish_reason: 'stop' }] }),
      );
    });
    await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = model.address() as { port: number };
      const { sessionId, wire } = await app.talk(
        await avatarWith({
          secondBrain: 'model',
          secondModelUrl: `http://127.0.0.1:${port}/v1`,
          secondModelName: 'new',
          secondModelPrompt: 'Be brief.',
        }),
      );
      wire.say('one');
      await wire.listen();
      await shadowsOf(sessionId, 1);
      wire.say('two');
      await wire.listen();
      const answers = await shadowsOf(sessionId, 2);
      expect(answers.map((turn) => turn.shadow?.answer)).toEqual(['Modelled.', 'Modelled.']);
      expect(bodies.at(-1)?.messages).toEqual([
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'You said one.' },
        { role: 'user', content: 'two' },
      ]);
    } finally {
      model.closeAllConnections();
      model.close();
    }
  });

  it('[SB7] its answers are exported and erased with the visitor', async () => {
    const { sessionId, wire } = await app.talk(await avatarWith(), { userId: 'erase-me' });
    wire.say('hello');
    await wire.listen();
    await shadowsOf(sessionId, 1);
    wire.send({ type: 'bye' });
    await app.untilSettled(sessionId);
    const { sql, clock } = app.test;
    const [row] = await sql<
      { id: string }[]
    >`select visitor_id::text as id from sessions where id = ${sessionId}`;
    const visitor = row?.id ?? '';
    let exported = '';
    for await (const piece of exportVisitor(sql, app.party.accountId, visitor, clock.now()))
      exported += piece;
    expect(JSON.parse(exported).sessions[0].shadowAnswers).toMatchObject([
      { turn: 1, outcome: 'answered', answer: 'I would say something else. And more.' },
    ]);
    await testChange(sql, (change) => eraseVisitor(change, app.party.accountId, visitor));
    expect(await sql`select from shadow_answers where session_id = ${sessionId}`).toEqual([]);
  });

  it('[SB7] an answer that arrives while the visitor is being erased is not stored', async () => {
    const held = Promise.withResolvers<void>();
    await using slow = await startEndpoint({
      CHAT: async (request) => {
        await held.promise;
        request.ok({ reply: 'That sounds bad.' });
      },
    });
    const { sessionId, wire } = await app.talk(await avatarWith({ secondEndpointUrl: slow.url }));
    wire.say('I am ill.');
    await wire.listen();
    await slow.next('CHAT', shadowIdOf(sessionId));
    wire.send({ type: 'bye' });
    await app.untilSettled(sessionId);
    const { sql } = app.test;
    const [row] = await sql<
      { id: string }[]
    >`select visitor_id::text as id from sessions where id = ${sessionId}`;
    await testChange(sql, async (change) => {
      await eraseVisitor(change, app.party.accountId, row?.id ?? '');
      held.resolve();
      await until('the answer waits for the erasure', async () => {
        const waiting = await change.tx`
          select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
        return waiting.length > 0;
      });
    });
    await app.test.app.secondBrains.settled();
    expect(await sql`select from shadow_answers where session_id = ${sessionId}`).toEqual([]);
  });

  it('[SB17] race: a session that another process takes during its LOGIN is not copied from here any more', async () => {
    await using slow = await startEndpoint({ LOGIN: () => {} });
    const { sessionId } = await app.talk(await avatarWith({ endpointUrl: slow.url }));
    const login = await slow.next('LOGIN', sessionId);
    const { sessions } = app.test.app.live;
    const session = sessions.get(sessionId) ?? expect.fail();
    sessions.drop([sessionId]);
    login.ok();
    await session.ensureLogin()?.catch(() => {});
    await app.test.app.secondBrains.settled();
    expect(shadow.actions(shadowIdOf(sessionId))).toEqual([]);
  });

  it('[SB17] race: a turn that is over after the end of its session is copied before LOGOUT', async () => {
    const { sessionId, wire } = await app.talk(await avatarWith());
    wire.say('hello');
    await wire.listen();
    await shadowsOf(sessionId, 1);
    const { conversation } = app.test.app.live.sessions.get(sessionId) ?? expect.fail();
    const held = Promise.withResolvers<void>();
    conversation.settled = () => held.promise;
    await app.disconnect(sessionId);
    await app.untilState(sessionId, 'ended');
    await app.test.app.secondBrains.settled();
    const copy = shadowIdOf(sessionId);
    expect(shadow.actions(copy)).toEqual(['LOGIN', 'CHAT']);
    held.resolve();
    await shadow.next('LOGOUT', copy);
  });
});

it('[SB17] a shadow gets another LOGIN each time that the session comes to another process', async () => {
  await using shadow = await startEndpoint();
  await using cluster = await liveCluster(2);
  const [one, two] = cluster.apps.slice(0, 2) as [LiveApp, LiveApp];
  const avatarId = await one.avatar({ secondRole: 'shadow', secondEndpointUrl: shadow.url });
  const { sessionId, ticket } = await one.join(avatarId);
  const copy = shadowIdOf(sessionId);
  let credential: { ticket: string } | { resume: string } = { ticket };
  for (const app of [one, two, one]) {
    const wire = await app.enter({ sessionId, ...credential });
    wire.ready();
    wire.say('hello');
    await wire.listen();
    await shadow.next('CHAT', copy);
    credential = { resume: wire.welcome.resume };
  }
  expect(shadow.actions(copy)).toEqual(['LOGIN', 'CHAT', 'LOGIN', 'CHAT', 'LOGIN', 'CHAT']);
});
