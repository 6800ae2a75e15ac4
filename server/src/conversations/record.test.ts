import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp, until } from '../live/testing/index.ts';

describe('the record of a session', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await LiveApp.start();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it('is deleted with its session, and other sessions keep theirs', async () => {
    const { sql } = app.test;
    const avatarId = await app.avatar();
    const ids = [];
    for (const _ of [1, 2]) {
      const { wire, sessionId } = await app.talk(avatarId);
      wire.say('hello');
      await wire.listen();
      ids.push(sessionId);
      await app.disconnect(sessionId);
    }
    const [gone = '', kept = ''] = ids;
    const count = async (id: string) => {
      const [row] = await sql<{ messages: number; turns: number }[]>`
        select (select count(*)::int from messages where session_id = ${id}) as messages,
          (select count(*)::int from turns where session_id = ${id}) as turns`;
      return row;
    };
    const whole = { messages: 2, turns: 1 };
    for (const id of ids) {
      await until(
        'the record is written',
        async () => JSON.stringify(await count(id)) === JSON.stringify(whole),
      );
    }
    await sql`delete from events where session_id = ${gone}`;
    await sql`delete from sessions where id = ${gone}`;
    expect([await count(gone), await count(kept)]).toEqual([{ messages: 0, turns: 0 }, whole]);
  });
});
