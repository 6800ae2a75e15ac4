import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp } from '../../live/testing/index.ts';
import { readLogins } from './canary-rows.ts';

describe('the LOGINs of a canary', () => {
  let app: LiveApp;
  let template: string;
  beforeAll(async () => {
    app = await LiveApp.start();
    const joined = await app.join(await app.avatar());
    template = joined.sessionId;
  });
  afterAll(() => app[Symbol.asyncDispose]());

  let sessions = 0;
  /** Sessions one second after another, `c` and `C` of the canary, `f` and `F` of the first brain; refused ones are capital. */
  const hold = async (avatarId: number, trial: number, letters: string): Promise<void> => {
    const rows = Array.from(letters, (letter) => {
      sessions += 1;
      return {
        id: `ses_${sessions}`,
        avatar_id: avatarId,
        second_trial: trial,
        canary: letter.toLowerCase() === 'c',
        login: letter === letter.toUpperCase() ? 'refused' : 'done',
        created_at: new Date(Date.UTC(2030, 0, 1, 0, 0, sessions)).toISOString(),
      };
    });
    const { sql } = app.test;
    await sql`insert into sessions
      select (jsonb_populate_record(sessions, row)).* from sessions, jsonb_array_elements(${sql.json(rows)}) as row
      where sessions.id = ${template}`;
  };
  const read = (avatarId: number) => readLogins(app.test.sql, { avatarId, trial: 2 });

  it('[SB18] are compared with those of the first brain in the same time', async () => {
    const avatarId = await app.avatar();
    await hold(avatarId, 2, `${'fc'.repeat(100)}${'FcfC'.repeat(10)}`);
    expect(await read(avatarId)).toEqual([
      { logins: 20, refused: 10, firstLogins: 19, firstRefused: 9, isEarlier: false },
      { logins: 100, refused: 10, firstLogins: 99, firstRefused: 10, isEarlier: false },
      { logins: 20, refused: 10, firstLogins: 19, firstRefused: 9, isEarlier: false },
    ]);
  });

  it('[SB18] go back until the first brain has had twenty, if it has few', async () => {
    const avatarId = await app.avatar();
    await hold(avatarId, 2, `f${'c'.repeat(46)}CCCC`.repeat(30));
    expect(await read(avatarId)).toEqual([
      { logins: 20, refused: 4, firstLogins: 0, firstRefused: 0, isEarlier: false },
      { logins: 100, refused: 8, firstLogins: 1, firstRefused: 0, isEarlier: false },
      { logins: 1_000, refused: 80, firstLogins: 19, firstRefused: 0, isEarlier: false },
    ]);
  });

  it('[SB18] are compared with its last ones before, if it has none while the canary has a hundred', async () => {
    const avatarId = await app.avatar();
    await hold(avatarId, 0, `${'F'.repeat(30)}${'f'.repeat(18)}FF`);
    await hold(avatarId, 2, 'C'.repeat(99));
    const alone = { firstLogins: 0, firstRefused: 0, isEarlier: false };
    expect((await read(avatarId))[1]).toEqual({ logins: 99, refused: 99, ...alone });
    await hold(avatarId, 2, 'C');
    expect(await read(avatarId)).toEqual([
      { logins: 20, refused: 20, ...alone },
      { logins: 100, refused: 100, firstLogins: 20, firstRefused: 2, isEarlier: true },
      { logins: 0, refused: 0, ...alone },
    ]);
  });
});
