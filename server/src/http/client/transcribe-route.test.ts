import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sherpaRoom } from '../../custom-models/testing/sherpa-stand-in.ts';
import { addCustomRecogniser, customRecognisers } from '../../hearing/index.ts';
import { wav } from '../../hearing/testing/wav.ts';
import { LiveApp } from '../../live/testing/index.ts';
import { type Receiver, startReceiver } from '../../outbound/testing/receiver.ts';

describe('POST /client/transcribe', () => {
  let app: LiveApp;
  let server: Receiver;
  let hearing: number;
  let deaf: number;
  let status = 200;
  beforeAll(async () => {
    app = await LiveApp.start();
    server = await startReceiver((response) =>
      response.writeHead(status).end(JSON.stringify({ text: 'Hello there.' })),
    );
    const settings = { url: `${server.url}v1`, model: 'whisper-1', key: 'ear-secret' };
    hearing = await app.avatar({ hearing: { recogniser: 'server', language: 'en-GB', server: settings } });
    deaf = await app.avatar({ hearing: { recogniser: 'built-in', server: settings } });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const tokenOf = async (avatarId = hearing) => {
    const { wire, sessionId } = await app.talk(avatarId);
    return { token: wire.welcome.hearing ?? '', sessionId, wire };
  };
  const send = async (
    token: string,
    body: Uint8Array<ArrayBuffer> | string = new Uint8Array(wav([1, 2, 3])),
    query = '',
  ) => {
    const response = await fetch(`${app.url}/client/transcribe${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'audio/wav' },
      body,
    });
    const answer = (await response.json()) as { text?: string; error?: { code: string; message: string } };
    return { status: response.status, answer, headers: response.headers };
  };
  const refusal = (code: number, word: string) => ({
    status: code,
    answer: { error: { code: word, message: expect.stringMatching(/\S/) } },
  });

  it('[HE2] gives the words, and the avatar’s key goes to its server and nowhere else', async () => {
    const { token } = await tokenOf();
    const { status: answered, answer, headers } = await send(token);
    expect({ answered, answer }).toEqual({ answered: 200, answer: { text: 'Hello there.' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer ear-secret');
    expect(server.requests.at(-1)?.body).toMatch(/name="language"\r\n\r\nen\r\n/);
  });

  it('[HE2] takes the language of the page in place of the avatar’s', async () => {
    const { token } = await tokenOf();
    await send(token, undefined, '?language=fr-FR');
    expect(server.requests.at(-1)?.body).toMatch(/name="language"\r\n\r\nfr\r\n/);
  });

  it('[HE7] 401 without a hearing token, with one of another kind, and with one that was changed', async () => {
    const { token, sessionId } = await tokenOf();
    const other = await tokenOf();
    await app.endpoint.next('LOGIN', sessionId);
    const { authToken } = app.endpoint.login(sessionId);
    const [, proof = ''] = token.split('.');
    const before = server.requests.length;
    for (const wrong of [
      '',
      'nonsense',
      sessionId,
      authToken,
      `${sessionId}.${authToken}`,
      `${other.sessionId}.${proof}`,
      `${token}.`,
      `hearing:${sessionId}.${proof}`,
    ]) {
      expect(await send(wrong), wrong).toMatchObject(refusal(401, 'not_allowed'));
    }
    expect(server.requests).toHaveLength(before);
  });

  it('[HE7] 404 once the session has ended', async () => {
    const { token, sessionId } = await tokenOf();
    await app.disconnect(sessionId);
    expect(await send(token)).toMatchObject(refusal(404, 'session_ended'));
  });

  it('[HE7] a session that is continued by a new socket keeps its token', async () => {
    const { token, sessionId, wire } = await tokenOf();
    const again = await app.enter({ sessionId, resume: wire.welcome.resume });
    expect(again.welcome.hearing).toBe(token);
    expect(await send(token)).toMatchObject({ status: 200 });
  });

  it('[HE8] 409 for an avatar with another recogniser', async () => {
    const { token } = await tokenOf(deaf);
    expect(await send(token)).toMatchObject(refusal(409, 'no_server'));
  });

  it('[HE1] 400 for what is no recording, 413 for one that is too long', async () => {
    const { token } = await tokenOf();
    const before = server.requests.length;
    expect(await send(token, 'hello')).toMatchObject(refusal(400, 'invalid'));
    const long = new Uint8Array(wav(new Array<number>(16_000 * 31).fill(0)));
    expect(await send(token, long)).toMatchObject(refusal(413, 'too_large'));
    expect(server.requests).toHaveLength(before);
  });

  it('[HE9] 429 for more than ten at once, for this session alone', async () => {
    const { token } = await tokenOf();
    const answers = await Promise.all(Array.from({ length: 14 }, () => send(token)));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]).toMatchObject(refusal(429, 'too_many_requests'));
    expect(await send((await tokenOf()).token)).toMatchObject({ status: 200 });
  });

  it('[HE4] 502 with a message if the server fails', async () => {
    const { token } = await tokenOf();
    status = 500;
    const failed = await send(token);
    status = 200;
    expect(failed).toMatchObject(refusal(502, 'server_failed'));
    expect(JSON.stringify(failed.answer)).not.toMatch(/ear-secret|127\.0\.0\.1/);
  });

  it('[HE35] the recogniser of this machine hears recordings, and pages know that it takes sound as it comes', async () => {
    await using room = await sherpaRoom();
    const { voiceFolder } = room;
    const source = await room.recogniser(
      'model',
      ['encoder.onnx', 'decoder.onnx', 'joiner.onnx'],
      'streaming',
    );
    await addCustomRecogniser({
      ...{ voiceFolder, source, name: 'anna', language: 'de' },
      testSound: new Float32Array(16_000),
    });
    await using own = await LiveApp.start({}, undefined, { voiceFolder });
    const avatar = await own.avatar({ hearing: { recogniser: 'own:anna', language: 'de' } });
    const { wire } = await own.talk(avatar);
    const response = await fetch(`${own.url}/client/transcribe`, {
      method: 'POST',
      headers: { authorization: `Bearer ${wire.welcome.hearing}`, 'content-type': 'audio/wav' },
      body: new Uint8Array(wav(new Array<number>(32_000).fill(1_000))),
    });
    expect(await response.json()).toEqual({ text: 'eins zwei' });
    const known = async () => (await own.test.send({ url: `/client/avatars/${avatar}` })).body;
    expect(await known()).toMatchObject({ hearing: { recogniser: 'live', language: 'de' } });
    await customRecognisers.remove(voiceFolder, 'anna');
    expect(await known()).toMatchObject({ hearing: { recogniser: 'browser' } });
  });

  it('lets pages of other origins ask first', async () => {
    const response = await fetch(`${app.url}/client/transcribe`, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
  });
});
