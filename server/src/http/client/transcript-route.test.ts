import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp } from '../../live/testing/index.ts';
import { testChange } from '../../testing/index.ts';
import { deleteExpiredBatch, eraseVisitor } from '../../user-data/index.ts';

const hourMs = 60 * 60_000;

describe('GET /client/sessions/:session/transcript', () => {
  let app: LiveApp;
  let open: number;
  beforeAll(async () => {
    app = await LiveApp.start();
    open = await app.avatar({ allowTranscriptDownload: true });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  /** A session in which one question was asked and its answer was heard. */
  const ask = async (question: string, avatarId = open, input: object = {}) => {
    const { sessionId, wire } = await app.talk(avatarId, input);
    wire.say(question);
    await wire.listen();
    return { sessionId, wire, token: wire.welcome.transcript ?? '' };
  };
  let asked = 0;
  /** Each request comes from another address, so that the limit per address does not count. */
  const read = async (sessionId: string, token: string, query = '', from = `203.0.113.${++asked}`) =>
    await app.test.send({
      url: `/client/sessions/${sessionId}/transcript${query}`,
      headers: { authorization: `Bearer ${token}` },
      from,
    });
  const refusal = (status: number, code: string) => ({
    status,
    body: { error: { code, message: expect.stringMatching(/\S/) } },
  });
  const end = async (sessionId: string) => {
    await app.disconnect(sessionId);
    await app.untilSettled(sessionId);
  };

  it('gives the words of this session and of no other, as a file', async () => {
    const mine = await ask('about my order', open, { userName: 'Grace' });
    const other = await ask('about a secret');
    const { status, headers, text } = await read(mine.sessionId, mine.token);
    expect(status).toBe(200);
    expect(text).toMatch(/\] Grace: about my order\n\[.*\] Ada: You said about my order\.\n$/);
    expect(text).not.toContain('secret');
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="transcript-${mine.sessionId}.txt"`,
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
    expect((await read(other.sessionId, other.token)).text).toContain('about a secret');
  });

  it('has the formats text, json and vtt', async () => {
    const { sessionId, token } = await ask('hello');
    const json = await read(sessionId, token, '?format=json');
    expect(json.body).toMatchObject({
      session_id: sessionId,
      ended_at: null,
      transcript: [
        { speaker: 'user', message: 'hello' },
        { speaker: 'avatar', message: 'You said hello.' },
      ],
    });
    const vtt = await read(sessionId, token, '?format=vtt');
    expect(vtt.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(vtt.text).toMatch(/^WEBVTT\n/);
    expect(vtt.text).toContain('<v Ada>You said hello.');
    for (const query of ['?format=text', '?format='])
      expect((await read(sessionId, token, query)).text).toBe((await read(sessionId, token)).text);
    for (const query of ['?format=pdf', '?format=toString', '?format=text&format=json'])
      expect(await read(sessionId, token, query), query).toMatchObject(refusal(400, 'invalid'));
  });

  it('holds of an interrupted answer only what was heard', async () => {
    const { sessionId, wire, token } = await ask('one');
    wire.say('two. Then three');
    const { utterance } = await wire.next('utterance-end');
    expect((await read(sessionId, token)).text).not.toContain('You said two');
    wire.send({ type: 'interrupt', heard: { utterance, text: 'You said two.' } });
    await wire.next('stop');
    const { text } = await read(sessionId, token);
    expect(text).toContain('Ada: You said two. (interrupted)\n');
    expect(text.match(/Then three/g)).toHaveLength(1);
  });

  it('401 without the token of this session: none, forged, another session’s, another kind', async () => {
    const { sessionId, wire, token } = await ask('hello');
    const other = await ask('hello');
    const { authToken } = app.endpoint.login(sessionId);
    const hearing = wire.welcome.hearing ?? '';
    for (const wrong of [
      '',
      'nonsense',
      sessionId,
      authToken,
      hearing,
      hearing.split('.')[1] ?? '',
      other.token,
      token.slice(0, -2),
      `${token}A`,
      `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`,
    ]) {
      expect(await read(sessionId, wrong), wrong).toMatchObject(refusal(401, 'not_allowed'));
    }
    expect(await read(other.sessionId, token)).toMatchObject(refusal(401, 'not_allowed'));
    expect(await read('ses_unknown', token)).toMatchObject(refusal(401, 'not_allowed'));
    const bare = await app.test.send({ url: `/client/sessions/${sessionId}/transcript?token=${token}` });
    expect(bare).toMatchObject(refusal(401, 'not_allowed'));
    expect(bare.headers['access-control-allow-origin']).toBe('*');
  });

  it('403 if the avatar does not allow it, which is the default, and as soon as it is switched off', async () => {
    const closed = await app.avatar();
    const { sessionId, token } = await ask('hello', closed);
    expect(await read(sessionId, token)).toMatchObject(refusal(403, 'download_off'));
    await testChange(app.test.sql, (change) =>
      app.test.app.avatars.update(
        change,
        { accountId: app.party.accountId, id: closed },
        { allowTranscriptDownload: true },
      ),
    );
    expect(await read(sessionId, token)).toMatchObject({ status: 200 });
    await testChange(app.test.sql, (change) =>
      app.test.app.avatars.update(
        change,
        { accountId: app.party.accountId, id: closed },
        { allowTranscriptDownload: false },
      ),
    );
    expect(await read(sessionId, token)).toMatchObject(refusal(403, 'download_off'));
  });

  it('works until one hour after the end of the session', async () => {
    const { sessionId, token } = await ask('hello');
    await end(sessionId);
    expect((await read(sessionId, token, '?format=json')).body).toMatchObject({
      ended_at: app.test.clock.now(),
      transcript: [{ message: 'hello' }, { message: 'You said hello.' }],
    });
    app.test.clock.advance(hourMs - 1);
    expect(await read(sessionId, token)).toMatchObject({ status: 200 });
    app.test.clock.advance(1);
    expect(await read(sessionId, token)).toMatchObject(refusal(410, 'download_expired'));
  });

  it('stays the same token for a session that is continued by a new socket', async () => {
    const { sessionId, wire, token } = await ask('hello');
    const again = await app.enter({ sessionId, resume: wire.welcome.resume });
    expect(again.welcome.transcript).toBe(token);
  });

  it('410 after the visitor was erased, 404 after the account’s retention has deleted the session', async () => {
    const { sql } = app.test;
    const erased = await ask('forget me');
    await end(erased.sessionId);
    const [row] = await sql<{ visitor: string }[]>`
      select visitor_id::text as visitor from sessions where id = ${erased.sessionId}`;
    await testChange(app.test.sql, (change) => eraseVisitor(change, app.party.accountId, row?.visitor ?? ''));
    expect(await read(erased.sessionId, erased.token)).toMatchObject(refusal(410, 'transcript_deleted'));

    const old = await ask('long ago');
    await end(old.sessionId);
    await sql`update sessions set counted = true where id = ${old.sessionId}`;
    await deleteExpiredBatch(sql, app.test.clock.now() + 91 * 24 * hourMs);
    expect(await read(old.sessionId, old.token)).toMatchObject(refusal(404, 'not_found'));
  });

  it('404 after the avatar was deleted', async () => {
    const avatarId = await app.avatar({ allowTranscriptDownload: true });
    const { sessionId, token } = await ask('hello', avatarId);
    await end(sessionId);
    await testChange(app.test.sql, (change) =>
      app.test.app.avatars.remove(change, { accountId: app.party.accountId, id: avatarId }),
    );
    expect(await read(sessionId, token)).toMatchObject(refusal(404, 'not_found'));
  });

  it('429 for more than twenty at once from one address, and not for others', async () => {
    const { sessionId, token } = await ask('hello');
    const from = '198.51.100.7';
    const answers = await Promise.all(Array.from({ length: 21 }, () => read(sessionId, token, '', from)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject(refusal(429, 'too_many_requests'));
    expect(await read(sessionId, token)).toMatchObject({ status: 200 });
  });

  it('is announced when a session is opened, and lets pages of other origins ask first', async () => {
    const { body } = await app.authenticate(open);
    expect(body).toMatchObject({ avatar: { allow_transcript_download: true } });
    const { status, headers } = await app.test.send({
      method: 'OPTIONS',
      url: '/client/sessions/ses_any/transcript',
    });
    expect(status).toBe(204);
    expect(headers['access-control-allow-headers']).toBe('authorization');
    expect(headers['access-control-allow-methods']).toBe('GET');
  });
});
