import type { Voices } from '@parley/protocol/management';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Receiver, startReceiver } from '../../outbound/testing/receiver.ts';
import { openAiAnswer } from '../../speech/testing/openai-stand-in.ts';
import {
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
  testBaseUrl,
  testOperatorToken,
} from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

describe('trying a voice', () => {
  let test: TestApp;
  let provider: Receiver;
  let answer: Answer;
  let ours: TestAccount;
  let theirs: TestAccount;
  let round = 0;
  beforeAll(async () => {
    test = await testApp();
    provider = await startReceiver((response, request) => answer(response, request));
  });
  afterAll(async () => {
    await test[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    round += 1;
    answer = openAiAnswer;
    ours = await makeTestAccount(test.app, `ours-${round}`);
    theirs = await makeTestAccount(test.app, `theirs-${round}`);
  });

  const openai = () => ({ provider: 'openai', voice: 'alloy', url: `${provider.url}v1` });
  const say = async (body: object, at: Pick<TestAccount, 'accountId' | 'avatarId'> = ours) =>
    await test.app.server.inject({
      method: 'POST',
      url: `/v1/accounts/${at.accountId}/avatars/${at.avatarId}/say`,
      headers: { host: new URL(testBaseUrl).host, authorization: `Bearer ${testOperatorToken}` },
      payload: JSON.stringify(body),
    });
  /** Rate and length of a WAV file. */
  const soundIn = (wav: Buffer) => {
    expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 12)).toBe('RIFFWAVE');
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
    const rate = wav.readUInt32LE(24);
    return { rate, ms: ((wav.length - 44) / 2 / rate) * 1_000 };
  };
  const messageOf = ({ body }: { body: string }) =>
    (JSON.parse(body) as { error: { message: string } }).error.message;

  it('says a text in the stored voice, as a WAV file', async () => {
    const { statusCode, headers, rawPayload } = await say({ text: 'Good day to you.' });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'audio/wav', 'cache-control': 'no-store' });
    const { rate, ms } = soundIn(rawPayload);
    expect(rate).toBe(16_000);
    expect(ms).toBeGreaterThan(600);
  });

  it('[SP141] says why it cannot read a text, and what can', async () => {
    const { statusCode, ...refused } = await say({ text: 'Добрый день!' });
    expect(statusCode).toBe(400);
    expect(messageOf(refused)).toMatch(
      /^The voice reads English, and this text is in Cyrillic letters\. It was not spoken\. .*voices? on this machine read/,
    );
    expect(messageOf(await say({ text: '…' }))).toBe('The voice makes no sound of this text.');
  });

  it('says it in other settings without storing them, with a key that is left out but stored', async () => {
    const { rawPayload } = await say({ text: 'Good day.', voice: { ...openai(), key: 'once' } });
    expect(soundIn(rawPayload).rate).toBe(24_000);
    expect(provider.requests.at(-1)?.headers.authorization).toBe('Bearer once');
    expect((await test.app.avatars.get(ours.accountId, ours.avatarId)).voice.provider).toBe('built-in');
    const ref = { accountId: ours.accountId, id: ours.avatarId };
    await testChange(test.sql, (change) =>
      test.app.avatars.update(change, ref, { voice: { ...openai(), key: 'stored' } }),
    );
    await say({ text: 'Good day.', voice: { voice: 'nova' } });
    expect(provider.requests.at(-1)?.headers.authorization).toBe('Bearer stored');
    expect(JSON.parse(provider.requests.at(-1)?.body ?? '')).toMatchObject({ voice: 'nova' });
    // The stored key is not sent to another address.
    const elsewhere = { url: `${provider.url.replace('127.0.0.1', 'localhost')}v1` };
    const refused = await say({ text: 'Good day.', voice: elsewhere });
    expect(messageOf(refused)).toContain('another origin');
    await say({ text: 'Good day.', voice: { ...elsewhere, key: null } });
    expect(provider.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('shows what is wrong with a provider', async () => {
    answer = (response) => response.writeHead(401).end();
    const refused = await say({ text: 'Good day.', voice: openai() });
    expect(refused.statusCode).toBe(400);
    expect(messageOf(refused)).toBe('The voice server answered 401. Check the key of the voice.');
  });

  it.each<[object, string]>([
    [{}, 'text'],
    [{ text: ' ' }, '1 to 500 characters'],
    [{ text: 'x'.repeat(501) }, '500 characters'],
    [{ text: 'x', voice: 'nobody' }, 'no voice provider'],
    [{ text: 'x', voice: 'device' }, 'only be tried in a browser'],
    [{ text: 'x', voice: { provider: 'elevenlabs', voice: 'id' } }, 'needs a key'],
    [
      { text: 'x', voice: { provider: 'openai', voice: 'a', url: 'http://169.254.169.254/' } },
      '169.254.169.254',
    ],
    [{ text: 'x', other: 1 }, 'other'],
  ])('refuses %j', async (body, complaint) => {
    const refused = await say(body);
    expect(refused.statusCode).toBe(400);
    expect(messageOf(refused)).toContain(complaint);
  });

  it('each account has its own limit', async () => {
    for (let count = 0; count < 20; count += 1) expect((await say({ text: 'Hi' })).statusCode).toBe(200);
    expect((await say({ text: 'Hi' })).statusCode).toBe(429);
    expect((await say({ text: 'Hi' }, theirs)).statusCode).toBe(200);
    test.clock.advance(2_000);
    expect((await say({ text: 'Hi' })).statusCode).toBe(200);
  });

  it('one account cannot try another’s voice', async () => {
    const sayAt = async (avatarId: number) => (await say({ text: 'x' }, { ...ours, avatarId })).statusCode;
    expect(await sayAt(theirs.avatarId)).toBe(404);
    expect(await sayAt(987_654_321)).toBe(404);
  });

  it('lists the voices that are known, and a note for each provider', async () => {
    const { body } = await test.operate({ url: `/v1/accounts/${ours.accountId}/voices` });
    const { items, providers, looks } = body as Voices;
    expect(items.filter(({ provider }) => provider === 'built-in').map(({ voice }) => voice)).toContain(
      'mara',
    );
    expect(Object.fromEntries(providers.map(({ provider, note }) => [provider, note]))).toEqual({
      'built-in': expect.stringContaining('simple voice (flite) speaks, because'),
      own: expect.stringContaining('No model is installed'),
      device: expect.stringContaining('browser'),
      espeak: expect.stringContaining('not installed'),
      openai: expect.any(String),
      azure: expect.any(String),
      elevenlabs: expect.any(String),
      google: expect.any(String),
      pico: expect.stringContaining('The voices for other languages cannot be used'),
    });
    expect(looks).toContain('mara');
  });
});
