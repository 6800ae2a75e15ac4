import { expect, it } from 'vitest';
import { connect, isTransient } from '../../db/index.ts';
import { testDatabase } from '../../testing/index.ts';
import { LiveApp, until } from '../testing/index.ts';

/** A database that can become read-only, like a server that is no longer the primary. */
async function demotableDatabase() {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(await testDatabase());
  const parameters = { default_transaction_read_only: 'off' };
  const sql = undo.adopt(connect({ url: database.url, max: 1, parameters }), (each) => each.end());
  const name = new URL(database.url).pathname.slice(1);
  const kept = undo.move();
  return {
    database,
    async setReadOnly(isReadOnly: boolean) {
      const value = isReadOnly ? 'on' : 'off';
      await sql.unsafe(`alter database "${name}" set default_transaction_read_only = ${value}`);
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

it('[LV62] while the database is read-only conversations go on, and what was said is written afterwards', async () => {
  await using demotable = await demotableDatabase();
  await using app = await LiveApp.start({}, demotable.database);
  const avatarId = await app.avatar({ transcript: true });
  const ready = async () => await (await fetch(`${app.url}/readyz`)).json();
  const { sessionId, wire } = await app.talk(avatarId);
  wire.say('before');
  await wire.listen();
  await demotable.setReadOnly(true);
  await expect.poll(ready).toEqual({ status: 'degraded', reasons: ['the database is read-only'] });
  expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
  wire.say('during');
  expect(await wire.listen()).toEqual(['You said during.']);
  wire.send({ type: 'bye' });
  await until('it has ended here', () => app.live.sessions.size === 0);
  await demotable.setReadOnly(false);
  expect((await wire.next('end')).reason).toBe('hangup');
  const { transcript, logout } = await app.untilSettled(sessionId);
  expect(transcript).toHaveLength(4);
  expect(logout).toBe('done');
});

it.each(['25006', '53100', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])(
  '[LV62] work that failed with %s waits for the database',
  (code) => expect(isTransient(Object.assign(new Error(code), { code }))).toBe(true),
);
