import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp, type Received, startEndpoint } from '../../testing/index.ts';

const apology = 'I am sorry.';

describe('LOGIN and LOGOUT', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await LiveApp.start();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  describe('LOGIN', () => {
    it('[LV50] goes out once, and questions wait for it', async () => {
      await using slow = await startEndpoint({ LOGIN: () => {} });
      const { sessionId, wire } = await app.talk(await app.avatar({ endpointUrl: slow.url }));
      const login = await slow.next('LOGIN', sessionId);
      expect(await app.states(sessionId)).toEqual(['connecting', 'connecting', 'connected']);
      wire.say('hello');
      await wire.quiet();
      expect(slow.actions(sessionId)).toEqual(['LOGIN']);
      login.ok();
      expect(await wire.listen()).toEqual(['You said hello.']);
      expect(slow.actions(sessionId)).toEqual(['LOGIN', 'CHAT']);
    });

    it.each([
      [
        'a status other than OK',
        (request: Received) => request.ok({ status: 'NO', statusMessage: 'Banned' }),
      ],
      ['401', (request: Received) => request.answer(401, { status: 'ERROR' })],
      ['403', (request: Received) => request.answer(403, 'no')],
    ])('[LV51] a refusal (%s) ends the session with auth_failed and without LOGOUT', async (_what, LOGIN) => {
      await using strict = await startEndpoint({ LOGIN });
      const { sessionId, wire } = await app.talk(await app.avatar({ endpointUrl: strict.url }));
      expect((await wire.next('end')).reason).toBe('auth_failed');
      const { login, logout, endReason } = await app.untilSettled(sessionId);
      expect({ login, logout, endReason }).toEqual({
        login: 'refused',
        logout: 'none',
        endReason: 'auth_failed',
      });
      expect((await app.connectionEvents(sessionId)).at(-1)).toMatchObject({
        reason: 'auth_failed',
        willReconnect: false,
      });
      expect(strict.actions(sessionId)).toEqual(['LOGIN']);
    });

    it('[LV51] a failure keeps the session; the next question tries again first', async () => {
      let broken = true;
      await using flaky = await startEndpoint({
        LOGIN: (request) => (broken ? request.answer(200, 'not json') : request.ok()),
      });
      const { sessionId, wire } = await app.talk(await app.avatar({ endpointUrl: flaky.url, apology }));
      await flaky.next('LOGIN', sessionId);
      wire.say('hello');
      expect(await wire.listen()).toEqual([apology]);
      broken = false;
      wire.say('hello again');
      expect(await wire.listen()).toEqual(['You said hello again.']);
      expect(flaky.chats(sessionId)).toEqual(['hello again']);
      const [failed] = await app.untilTurns(sessionId, 2);
      expect(failed).toMatchObject({
        outcome: 'failed',
        detail: { error: 'LOGIN failed.', stage: 'body' },
      });
      await app.disconnect(sessionId);
      expect((await app.untilSettled(sessionId)).logout).toBe('done');
      expect(flaky.of(sessionId, 'LOGIN').filter(({ acknowledged }) => acknowledged)).toHaveLength(1);
    });

    it('[LV53] an end during a LOGIN waits for the LOGIN, so that no LOGOUT overtakes it', async () => {
      await using slow = await startEndpoint({ LOGIN: () => {} });
      const { sessionId, wire } = await app.talk(await app.avatar({ endpointUrl: slow.url }));
      const login = await slow.next('LOGIN', sessionId);
      expect(await app.disconnect(sessionId)).toMatchObject({ status: 200 });
      await wire.closing();
      await app.untilState(sessionId, 'ended');
      expect(slow.actions(sessionId)).toEqual(['LOGIN']);
      login.ok();
      expect((await app.untilSettled(sessionId)).logout).toBe('done');
      expect(slow.actions(sessionId)).toEqual(['LOGIN', 'LOGOUT']);
    });

    it('[LV53] a LOGIN that is refused after the end needs no LOGOUT', async () => {
      await using slow = await startEndpoint({ LOGIN: () => {} });
      const { sessionId } = await app.talk(await app.avatar({ endpointUrl: slow.url }));
      const login = await slow.next('LOGIN', sessionId);
      await app.disconnect(sessionId);
      login.answer(403, {});
      expect((await app.untilSettled(sessionId)).logout).toBe('none');
      expect(slow.actions(sessionId)).toEqual(['LOGIN']);
    });

    it('[LV53] a session whose LOGIN never left needs no LOGOUT', async () => {
      const id = await app.avatar({ endpointUrl: 'http://127.0.0.1:9/' });
      const { sessionId, wire } = await app.talk(id);
      wire.say('hello');
      await wire.listen();
      await app.disconnect(sessionId);
      const { login, logout } = await app.untilSettled(sessionId);
      expect({ login, logout }).toEqual({ login: 'none', logout: 'none' });
    });
  });

  describe('LOGOUT', () => {
    it('[LV53] that the endpoint refuses is not repeated', async () => {
      await using strict = await startEndpoint({
        LOGOUT: (request) => request.answer(401, { status: 'ERROR', statusMessage: 'Unknown session' }),
      });
      const { sessionId } = await app.talk(await app.avatar({ endpointUrl: strict.url }));
      await strict.next('LOGIN', sessionId);
      await app.disconnect(sessionId);
      expect((await app.untilSettled(sessionId)).logout).toBe('done');
      expect(strict.of(sessionId, 'LOGOUT')).toHaveLength(1);
    });
  });
});
