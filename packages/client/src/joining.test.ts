import { describe, expect, test } from 'vitest';
import { createLiveClient, LiveError } from './index.ts';
import { conversation, manualTimers, nextEvent } from './testing/index.ts';

describe('authenticate', () => {
  test('sends what is known about the user, the avatar’s id as text, and no missing fields', async () => {
    await using talk = await conversation({
      token: 'a.b.c',
      userId: 'u-1',
      userName: 'Grace',
      customString: 'basket=3',
      accessToken: 'at',
      locale: 'de-AT',
      visitor: 'remembered',
    });
    const joined = nextEvent(talk.client, 'joined');
    expect(await talk.client.authenticate()).toEqual({
      sessionId: 'ses_double',
      ticket: 'ticket-1',
      resume: 'resume-1',
      visitor: 'visitor-secret',
      avatar: { name: 'Ada' },
      user: { id: '1000000000001', name: 'Guest' },
    });
    expect(await joined).not.toHaveProperty('ticket');
    expect(talk.double.requests.map(({ body }) => body)).toEqual([
      {
        avatarId: '7',
        token: 'a.b.c',
        userId: 'u-1',
        userName: 'Grace',
        customString: 'basket=3',
        accessToken: 'at',
        locale: 'de-AT',
        visitor: 'remembered',
      },
    ]);

    await using bare = await conversation();
    await bare.client.authenticate();
    expect(bare.double.requests[0]?.body).toEqual({ avatarId: '7' });
  });

  test('creates one session however often it is called, even at the same moment', async () => {
    await using talk = await conversation();
    await Promise.all([talk.client.authenticate(), talk.client.authenticate(), talk.client.connect()]);
    expect(talk.double.requests).toHaveLength(1);
  });

  test('sends the origin of a page if the options name one', async () => {
    await using talk = await conversation({ origin: 'https://shop.example' });
    await talk.client.authenticate();
    expect(talk.double.requests[0]?.headers.origin).toBe('https://shop.example');
  });

  test('rejects with the service’s own code and text, and may be tried again', async () => {
    await using talk = await conversation();
    talk.double.answer = () => ({
      status: 403,
      body: { error: { code: 'token_required', message: 'This avatar needs a token.' } },
    });
    const refusal = await talk.client.authenticate().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LiveError);
    expect(refusal).toMatchObject({
      code: 'token_required',
      message: 'This avatar needs a token.',
      httpStatus: 403,
    });
    talk.double.answer = () => talk.double.letIn();
    await expect(talk.client.authenticate()).resolves.toMatchObject({ sessionId: 'ses_double' });
  });

  test.each([
    ['no JSON', { status: 502, body: '<html>Bad gateway</html>' }],
    ['no session', { status: 200, body: {} }],
    ['a list', { status: 200, body: [] }],
    ['null', { status: 200, body: 'null' }],
    ['an error without a code', { status: 400, body: { error: 'no' } }],
  ])('an answer with %s is unexpected', async (_, answer) => {
    await using talk = await conversation();
    talk.double.answer = () => answer;
    await expect(talk.client.authenticate()).rejects.toMatchObject({
      code: 'unexpected_answer',
      httpStatus: answer.status,
    });
  });

  test('rejects if there is no service at the address', async () => {
    const timers = manualTimers();
    const client = createLiveClient({ url: 'http://127.0.0.1:1', avatarId: 7, timers });
    await expect(client.connect()).rejects.toMatchObject({ code: 'unreachable' });
    expect(timers.pending).toBe(0);
  });

  test('does not wait for ever', async () => {
    const timers = manualTimers();
    const client = createLiveClient({
      url: 'http://service.example',
      avatarId: 7,
      timers,
      fetch: (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const answer = client.authenticate();
    timers.advance(15_000);
    await expect(answer).rejects.toThrow('did not answer in time');
  });
});
