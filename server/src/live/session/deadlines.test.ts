import { closeCodes } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { liveScene, startEndpoint } from '../testing/index.ts';

const { app, connected } = await liveScene();

describe('the deadlines of a session', () => {
  describe('[LV16] the max duration', () => {
    it('ends a connected session, drops included', async () => {
      const id = await app.avatar({ maxSessionDuration: 30 });
      const { sessionId, wire, resume } = await connected(id);
      expect(wire.welcome.leftMs).toBe(30_000);
      await app.pass(15_000);
      wire.cut();
      await app.untilState(sessionId, 'dropped');
      await app.pass(10_000);
      const back = await app.enter({ sessionId, resume });
      expect(back.welcome).toMatchObject({ maxSessionDuration: 30, leftMs: 5_000 });
      await app.pass(4_999);
      expect(back.closed).toBeNull();
      await app.pass(1);
      expect((await back.next('end')).reason).toBe('max_duration_reached');
      expect(await back.closing()).toEqual({ code: closeCodes.ended, reason: 'max_duration_reached' });
      expect((await app.connectionEvents(sessionId)).at(-1)).toEqual({
        state: 'disconnected',
        reason: 'max_duration_reached',
        willReconnect: false,
        duration: 20,
      });
    });

    it('ends a dropped session, and keeps the value that it had when the session began', async () => {
      const id = await app.avatar({ maxSessionDuration: 10 });
      const { sessionId, wire } = await connected(id);
      await app.changeAvatar(id, { maxSessionDuration: -1 });
      wire.cut();
      await app.untilState(sessionId, 'dropped');
      await app.pass(10_000);
      expect((await app.untilSettled(sessionId)).endReason).toBe('max_duration_reached');
      expect(await app.states(sessionId)).toEqual(['connecting', 'connecting', 'connected', 'disconnected']);
    });

    it('is the published reason even if the client has been silent for as long', async () => {
      const id = await app.avatar({ maxSessionDuration: 30 });
      const { sessionId } = await connected(id);
      await app.pass(60_000);
      await app.untilState(sessionId, 'ended');
      expect((await app.connectionEvents(sessionId)).at(-1)).toMatchObject({
        reason: 'max_duration_reached',
      });
    });
  });

  describe('[LV20] an idle time-out', () => {
    it('ends a session without messages, even if the client sends pings', async () => {
      const id = await app.avatar({ idleTimeout: 60 });
      const { sessionId, wire } = await connected(id);
      await app.pass(25_000);
      await wire.quiet();
      await app.pass(25_000);
      await wire.quiet();
      wire.say('hello');
      expect(await wire.listen()).toEqual(['You said hello.']);
      await wire.quiet();
      await app.pass(25_000);
      await wire.quiet();
      await app.pass(25_000);
      await wire.quiet();
      expect(wire.closed).toBeNull();
      await app.pass(10_000);
      expect((await wire.next('end')).reason).toBe('timeout');
      await app.untilState(sessionId, 'ended');
      expect((await app.connectionEvents(sessionId)).at(-1)).toMatchObject({
        reason: 'timeout',
        willReconnect: false,
      });
    });

    it('does not run while the avatar thinks or speaks', async () => {
      await using slow = await startEndpoint({ CHAT: () => {} });
      const id = await app.avatar({ idleTimeout: 10, endpointUrl: slow.url });
      const { sessionId, wire } = await app.talk(id);
      wire.say('think long');
      const chat = await slow.next('CHAT', sessionId);
      await app.pass(20_000);
      expect(wire.closed).toBeNull();
      chat.ok({ reply: 'Done.' });
      const { utterance } = await wire.next('utterance-end');
      await wire.quiet();
      await app.pass(9_000);
      await app.pass(2_000);
      expect(wire.closed).toBeNull();
      wire.heard(utterance, 1);
      await wire.quiet();
      await app.pass(9_999);
      expect(wire.closed).toBeNull();
      await app.pass(1);
      expect((await wire.next('end')).reason).toBe('timeout');
    });
  });
});
