import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wav } from '../hearing/testing/wav.ts';
import { LiveApp, until } from '../live/testing/index.ts';
import { type Receiver, startReceiver } from '../outbound/testing/receiver.ts';
import { PlantedWords } from '../testing/index.ts';

const quiet = new Set(['debug', 'trace']);

describe('what people write and what is secret', () => {
  const planted = new PlantedWords();
  const word = (about: string) => planted.word(about);
  /** Every answer of the service with an error status. */
  const errorAnswers: string[] = [];
  let app: LiveApp;
  let provider: Receiver;
  /** What the model, voice and transcription server answers next. */
  let providerAnswer: { status: number; body: string } = { status: 500, body: '' };

  beforeAll(async () => {
    app = await LiveApp.start();
    provider = await startReceiver((response) =>
      response
        .writeHead(providerAnswer.status, { 'content-type': 'application/json' })
        .end(providerAnswer.body),
    );
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const leaks = (texts: readonly string[]) => planted.in(texts);
  const shownLines = () =>
    app.test.logged.filter(({ level }) => !quiet.has(String(level))).map((line) => JSON.stringify(line));
  const expectNoLeaks = async () => {
    const { sql, operate } = app.test;
    expect(leaks(shownLines()), 'in the log').toEqual([]);
    expect(leaks([(await operate({ url: '/metrics' })).text]), 'in the metrics').toEqual([]);
    const audit = await sql<{ row: string }[]>`select audit_log::text as row from audit_log`;
    expect(leaks(audit.map(({ row }) => row)), 'in the audit log').toEqual([]);
    expect(leaks(errorAnswers), 'in an error').toEqual([]);
  };
  const send = async (request: Parameters<typeof app.test.send>[0]) => {
    const answer = await app.test.send(request);
    if (answer.status >= 400) errorAnswers.push(answer.text);
    return answer;
  };
  const json = { 'content-type': 'application/json' };
  const visitor = () => ({
    userName: word('user name'),
    customString: word('custom string'),
  });
  /** One turn whose answer, if any, is heard. */
  const takeTurn = async (avatarId: number) => {
    const { wire, sessionId } = await app.talk(avatarId, visitor());
    wire.say(word('message'));
    await wire.listen();
    await app.untilTurns(sessionId, 1);
    return { wire, sessionId };
  };

  it('stay out of log, metrics, audit log and errors while all goes well', async () => {
    const avatarId = await app.avatar({ endpointKey: word('endpoint key') });
    app.endpoint.script.CHAT = (request) => request.ok({ reply: `Yes, ${word('reply')}.` });
    const { sessionId, wire } = await takeTurn(avatarId);
    await app.callback(sessionId, word('callback'));
    await wire.listen();
    await app.disconnect(sessionId);
    await app.untilSettled(sessionId);
    await expectNoLeaks();
  });

  it.each<[string, (text: string) => void]>([
    ['an error status', (text) => (app.endpoint.script.CHAT = (request) => request.answer(500, text))],
    ['broken JSON', (text) => (app.endpoint.script.CHAT = (request) => request.answer(200, `{"${text}`))],
    [
      'an error of its own',
      (text) =>
        (app.endpoint.script.CHAT = (request) =>
          request.ok({ status: 'ERROR', statusMessage: text, reply: text })),
    ],
    [
      'another session',
      (text) => (app.endpoint.script.CHAT = (request) => request.ok({ sessionId: text, reply: text })),
    ],
  ])('stay out of them when an endpoint answers with %s', async (_what, script) => {
    script(word('endpoint answer'));
    await takeTurn(await app.avatar({ endpointKey: word('endpoint key') }));
    await expectNoLeaks();
  });

  it('stay out of them when an endpoint refuses the login', async () => {
    app.endpoint.script.LOGIN = (request) =>
      request.answer(401, { status: 'ERROR', statusMessage: word('login answer') });
    const { wire, sessionId } = await app.talk(
      await app.avatar({ endpointKey: word('endpoint key') }),
      visitor(),
    );
    wire.say(word('message'));
    await app.untilState(sessionId, 'ended');
    app.endpoint.script.LOGIN = (request) => request.ok();
    await expectNoLeaks();
  });

  it.each([
    [400, (text: string) => JSON.stringify({ error: { message: text } })],
    [500, (text: string) => text],
    [200, (text: string) => `data: {"${text}\n\n`],
  ])('stay out of them when model, voice and recogniser answer %i with a text', async (status, body) => {
    providerAnswer = { status, body: body(word('provider answer')) };
    app.endpoint.script.CHAT = (request) => request.ok({ reply: `Yes, ${word('reply')}.` });
    const server = `${provider.url}v1`;
    const asked = await app.avatar({
      endpointUrl: null,
      modelUrl: server,
      modelName: 'm',
      modelKey: word('model key'),
    });
    await takeTurn(asked);
    const heard = await app.avatar({
      voice: { provider: 'openai', url: server, voice: 'alloy', model: 'tts', key: word('voice key') },
      hearing: { recogniser: 'server', server: { url: server, model: 'm', key: word('hearing key') } },
    });
    const { wire } = await app.talk(heard, visitor());
    wire.send({ type: 'sound', on: true });
    wire.say(word('message'));
    await wire.next('utterance-end');
    const answer = await fetch(`${app.url}/client/transcribe`, {
      method: 'POST',
      headers: { authorization: `Bearer ${wire.welcome.hearing}`, 'content-type': 'audio/wav' },
      body: new Uint8Array(wav([1, 2, 3])),
    });
    errorAnswers.push(await answer.text());
    await expectNoLeaks();
  });

  it('stay out of them when a webhook receiver fails', async () => {
    providerAnswer = { status: 500, body: word('receiver answer') };
    const { operate } = app.test;
    const base = `/v1/accounts/${app.party.accountId}`;
    const { body } = await operate({
      method: 'POST',
      url: `${base}/webhooks`,
      headers: json,
      body: { name: 'Orders', url: provider.url, headers: { 'x-secret': word('webhook header') } },
    });
    const { id } = body as { id: string };
    const before = provider.requests.length;
    await takeTurn(await app.avatar({ webhookId: id }));
    await until('a delivery', () => provider.requests.length > before);
    await operate({
      method: 'PATCH',
      url: `${base}/webhooks/${id}`,
      headers: json,
      body: { headers: { 'x-secret': word('webhook header') } },
    });
    await operate({ method: 'POST', url: `${base}/webhooks/${id}/test`, headers: json, body: {} });
    await expectNoLeaks();
  });

  it('stay out of errors about requests', async () => {
    const base = `/v1/accounts/${app.party.accountId}`;
    const key = { 'x-api-key': app.party.key, ...json };
    const operator = (request: Parameters<typeof app.test.operate>[0]) =>
      app.test.operate(request).then((answer) => {
        if (answer.status >= 400) errorAnswers.push(answer.text);
      });
    await send({ url: `/${word('path')}?q=${word('query')}` });
    await send({ url: '/avatars', headers: { 'x-api-key': word('wrong key') } });
    await send({ url: '/avatars', headers: { authorization: `Bearer ${word('bearer')}` } });
    await send({
      method: 'POST',
      url: '/auth/generate-token',
      headers: key,
      body: { avatar_id: word('avatar id') },
    });
    await send({
      method: 'POST',
      url: '/auth/generate-token',
      headers: key,
      body: `{"${word('broken body')}`,
    });
    await send({
      method: 'POST',
      url: '/sessions/disconnect',
      headers: key,
      body: { session_id: word('session') },
    });
    await send({ url: `/session/query?sessionId=${word('session id')}`, headers: key });
    await send({
      method: 'POST',
      url: '/gateway/callback',
      headers: { ...json, authorization: `Bearer ${word('callback token')}` },
      body: { sessionId: 'ses_unknown', message: word('callback message') },
    });
    await app
      .authenticate(word('client avatar'), { token: word('client token') })
      .then(({ text }) => errorAnswers.push(text));
    await operator({
      method: 'POST',
      url: `${base}/avatars`,
      headers: json,
      body: { name: 'A', endpointUrl: 'no address', endpointKey: word('refused key') },
    });
    await operator({
      method: 'POST',
      url: `${base}/webhooks`,
      headers: json,
      body: { name: 'A', url: provider.url, headers: { 'bad name': word('refused header') } },
    });
    expect(errorAnswers.length).toBeGreaterThan(10);
    await expectNoLeaks();
  });

  it('stay out of them when the database refuses a row', async () => {
    const { sql } = app.test;
    app.endpoint.script.CHAT = (request) => request.ok({ reply: `Yes, ${word('reply')}.` });
    const avatarId = await app.avatar({ endpointKey: word('endpoint key') });
    await sql`alter table turns add constraint refuse_all check (false) not valid`;
    const { wire, sessionId } = await app.talk(avatarId, visitor());
    wire.say(word('message'));
    await wire.listen();
    const about = () => shownLines().filter((line) => line.includes(sessionId) && line.includes('23514'));
    await until('the failure in the log', () => about().length > 0);
    await sql`alter table turns drop constraint refuse_all`;
    await expectNoLeaks();
  });

  it('would be noticed in the log', () => {
    expect(leaks([`{"text":"${word('sample')}"}`])).toEqual(['sample']);
  });
});
