import type { ChatRequest } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunByName } from '../testing/index.ts';
import { Chance } from './testing/chance.ts';
import { LiveApp, type Received, sequenceProblem, streamReply, until } from './testing/index.ts';
import { UnrulyUser } from './testing/unruly-user.ts';

const users = 30;
const acts = 80;

/** An endpoint that is slow, wrong or gone every now and then. */
function unrulyScript(chance: Chance) {
  const turn = () => new Promise(setImmediate);
  const hesitate = async () => {
    for (let turns = chance.below(30); turns > 0; turns--) await turn();
  };
  return {
    async LOGIN(request: Received) {
      await hesitate();
      if (chance.happens(0.1)) request.answer(200, 'not json');
      else request.ok();
    },
    async CHAT(request: Received) {
      await hesitate();
      const { message } = request.body as ChatRequest;
      if (chance.happens(0.05)) return request.answer(500, 'broken');
      if (chance.happens(0.05)) return void request.response.destroy();
      if (chance.happens(0.1)) return request.ok({ reply: '' });
      if (chance.happens(0.3)) {
        const stream = streamReply(request);
        for (let pieces = chance.below(5); pieces > 0; pieces--) {
          stream.piece(`Piece of ${message}. `);
          await hesitate();
        }
        return stream.end();
      }
      request.ok({ reply: `You said ${message}. <c json="2"/>And more.` });
    },
    async LOGOUT(request: Received) {
      await hesitate();
      if (chance.happens(0.05)) request.answer(503, 'later');
      else request.ok();
    },
  };
}

describe.each(Array.from({ length: isRunByName ? 2 : 1 }, () => Math.floor(Math.random() * 2 ** 31)))(
  'any life of many sessions, seed %i',
  (seed) => {
    let app: LiveApp;
    const unrulyUsers: UnrulyUser[] = [];
    beforeAll(async () => {
      app = await LiveApp.start();
      const chance = new Chance(seed);
      Object.assign(app.endpoint.script, unrulyScript(chance));
      const avatars = await Promise.all([
        app.avatar({ transcript: true }),
        app.avatar({ transcript: true, greeting: 'Hello.', maxSessionDuration: 40 }),
        app.avatar({ transcript: true, filler: 'One moment.', fillerAfterMs: 1, sendsHeard: true }),
      ]);
      for (let index = 0; index < users; index++) {
        const joined = await app.join(avatars[index % avatars.length] ?? 0);
        unrulyUsers.push(new UnrulyUser(app, new Chance(seed + index + 1), joined));
      }
      await Promise.all(
        unrulyUsers.map(async (user) => {
          for (let act = 0; act < acts && !user.isOver; act++) await user.act();
        }),
      );
    }, 120_000);
    afterAll(() => app[Symbol.asyncDispose]());

    it('[LV38] [LV39] comes to rest once its users behave', async () => {
      for (const user of unrulyUsers) await user.behave();
    }, 60_000);

    it('[LV15] [LV53] ends for all users, with at most one acknowledged LOGIN, and one LOGOUT if a LOGIN was sent', async () => {
      for (const user of unrulyUsers) if (!user.isOver) await app.disconnect(user.sessionId);
      for (const { sessionId } of unrulyUsers) await app.untilState(sessionId, 'ended');
      await until('every LOGOUT has arrived', async () => {
        await app.passToLogouts(30 * 3_600_000);
        const [row] = await app.test.sql<{ due: number }[]>`
          select count(*)::int as due from sessions where logout = 'due'`;
        return row?.due === 0;
      });
      for (const { sessionId } of unrulyUsers) {
        await app.untilSettled(sessionId);
        const acknowledged = (action: 'LOGIN' | 'LOGOUT') =>
          app.endpoint.of(sessionId, action).filter((request) => request.acknowledged).length;
        expect(acknowledged('LOGIN'), sessionId).toBeLessThanOrEqual(1);
        expect(acknowledged('LOGOUT'), sessionId).toBe(
          app.endpoint.of(sessionId, 'LOGIN').length > 0 ? 1 : 0,
        );
      }
    }, 60_000);

    it('[LV30] [LV50] asks in order, after LOGIN and before LOGOUT, one question at a time', async () => {
      for (const { sessionId } of unrulyUsers) {
        // The endpoint may still read an aborted CHAT, even after the requests that followed it.
        const requests = app.endpoint
          .of(sessionId)
          .filter(({ body, mayBeCalledOff }) => body.action !== 'CHAT' || !mayBeCalledOff);
        const actions = requests.map(({ body }) => body.action);
        const firstChat = actions.indexOf('CHAT');
        const loggedIn = requests.findIndex(
          ({ acknowledged, body }) => acknowledged && body.action === 'LOGIN',
        );
        if (firstChat !== -1) expect(firstChat, sessionId).toBeGreaterThan(loggedIn);
        const logout = actions.indexOf('LOGOUT');
        if (logout !== -1) expect(actions.slice(logout).every((action) => action === 'LOGOUT')).toBe(true);
        const numbers = requests
          .filter(({ body }) => body.action === 'CHAT')
          .map(({ body }) => Number(/\d+/.exec((body as ChatRequest).message)?.[0]));
        expect(numbers, sessionId).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        await until('no request is left open', () =>
          app.endpoint.of(sessionId).every(({ response }) => response.writableEnded || response.destroyed),
        );
      }
    });

    it('[LV10] [LV14] [LV17] publishes events in an order that the contract allows', async () => {
      for (const { sessionId } of unrulyUsers) {
        const events = await app.events(sessionId);
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
        const connections = await app.connectionEvents(sessionId);
        expect(sequenceProblem(connections), JSON.stringify(connections)).toBeNull();
        const connected = connections.some(({ state }) => state === 'connected');
        const conversations = events.filter(({ name }) => name === 'session:conversation').length;
        expect(conversations).toBe(connected ? 1 : 0);
      }
    });

    it('[LV19] [LV34] [LV36] sends whole utterances one after another, and nothing after the end', () => {
      for (const { wires, sessionId } of unrulyUsers) {
        const begun = new Set<number>();
        for (const { frames } of wires) {
          const types = frames.map(({ type }) => type);
          if (types.includes('end')) expect(types.indexOf('end'), sessionId).toBe(types.length - 1);
          if (types.includes('sentence')) expect(types[0]).toBe('welcome');
          let current: { id: number; index: number } | null = null;
          for (const frame of frames) {
            if (frame.type === 'stop' || frame.type === 'utterance-end') {
              if (current?.id === frame.utterance) current = null;
            } else if (frame.type === 'sentence') {
              if (current === null) {
                expect(begun.has(frame.utterance), `utterance ${frame.utterance} of ${sessionId}`).toBe(
                  false,
                );
                begun.add(frame.utterance);
                current = { id: frame.utterance, index: 0 };
              }
              expect(frame.utterance).toBe(current.id);
              expect(frame.index).toBe(current.index);
              current.index += 1;
            }
          }
        }
      }
    });

    it('leaves nothing behind', async () => {
      expect(app.live.sessions.size).toBe(0);
      const [left] = await app.test.sql`
      select count(*) filter (where state <> 'ended') as alive,
        count(*) filter (where logout = 'due' or transcript = 'due') as owed from sessions`;
      expect({ ...left }).toEqual({ alive: 0, owed: 0 });
      const failures = app.test.logged.filter(({ level }) => level === 'error' || level === 'fatal');
      expect(failures).toEqual([]);
    });
  },
);
