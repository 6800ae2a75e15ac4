import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/index.ts';
import { LiveApp, type ScriptedEndpoint, startEndpoint, until } from '../testing/index.ts';

const minute = 60_000;
const hour = 60 * minute;
/** The contract's webhook schedule, after the first try. */
const delaysMs = [30_000, 2 * minute, 10 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour];

describe('a LOGOUT that the endpoint does not acknowledge', () => {
  let database: TestDatabase;
  let endpoint: ScriptedEndpoint;
  let app: LiveApp;
  let sessionId: string;
  beforeAll(async () => {
    database = await testDatabase();
    endpoint = await startEndpoint();
  });
  beforeEach(async () => {
    endpoint.script.LOGOUT = (request) => request.answer(503, '');
    app = await LiveApp.start({}, database);
    const talk = await app.talk(await app.avatar({ endpointUrl: endpoint.url }));
    sessionId = talk.sessionId;
    await endpoint.next('LOGIN', sessionId);
    await app.disconnect(sessionId);
    return () => app[Symbol.asyncDispose]();
  });
  afterAll(async () => {
    await endpoint[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const tries = () => endpoint.of(sessionId, 'LOGOUT').length;
  /** Waits until this many tries were made and stored. */
  const untilTried = (count: number) =>
    until(`${count} tries`, async () => {
      const [row] = await app.test.sql`select logout_tries as tries from sessions where id = ${sessionId}`;
      return row?.tries === count;
    });

  it('[LV56] is retried on the webhook schedule, and given up after its last try', async () => {
    for (const [index, delayMs] of delaysMs.entries()) {
      await untilTried(index + 1);
      expect(tries()).toBe(index + 1);
      await app.passToLogouts(delayMs - 1);
      await untilTried(index + 1);
      expect(tries()).toBe(index + 1);
      // Up to a tenth is added at random.
      await app.passToLogouts(delayMs / 10 + 1);
    }
    await untilTried(8);
    expect((await app.untilSettled(sessionId)).logout).toBe('given-up');
    await app.passToLogouts(48 * hour);
    expect(tries()).toBe(8);
  });

  it('[LV56] [LV53] arrives when the endpoint is back after hours and restarts', async () => {
    let passedMs = 0;
    for (const [index, delayMs] of delaysMs.slice(0, 5).entries()) {
      await untilTried(index + 1);
      await app[Symbol.asyncDispose]();
      app = await LiveApp.start({}, database);
      passedMs += delayMs * 1.1 + 1;
      // After each start the clock begins at the same time.
      await app.passToLogouts(passedMs);
    }
    await untilTried(6);
    endpoint.script.LOGOUT = (request) => request.ok();
    await app.passToLogouts(9 * hour);
    expect((await app.untilSettled(sessionId)).logout).toBe('done');
    expect(tries()).toBe(7);
  });
});
