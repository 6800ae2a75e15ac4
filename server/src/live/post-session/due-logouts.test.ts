import { expect, it } from 'vitest';
import { makeTestAccount } from '../../testing/app/index.ts';
import { LiveApp, startEndpoint, until } from '../testing/index.ts';
import { listDueLogouts } from './pending-tasks.ts';

it('[LV57] another account’s LOGOUT is among the next, however many LOGOUTs one account has', async () => {
  await using endpoint = await startEndpoint();
  endpoint.script.LOGOUT = (request) => request.answer(503, '');
  await using app = await LiveApp.start();
  const { sql } = app.test;
  const { sessionId } = await app.talk(await app.avatar({ endpointUrl: endpoint.url }));
  await endpoint.next('LOGIN', sessionId);
  await app.disconnect(sessionId);
  await until('the first try is stored', async () => {
    const [row] = await sql`select logout_due_at is not null as waits from sessions where id = ${sessionId}`;
    return row?.waits === true;
  });
  const { accountId } = await makeTestAccount(app.test.app, 'hostile');
  await sql`
    insert into sessions
    select (jsonb_populate_record(sessions, jsonb_build_object('id', 'ses_crowd' || number, 'account_id',
      ${accountId}::text, 'logout_due_at', logout_due_at - interval '1 hour'))).*
    from sessions, generate_series(1, 500) as number where sessions.id = ${sessionId}`;
  const due = await listDueLogouts(sql, null, app.test.clock.now() + 86_400_000, 200);
  expect(due).toHaveLength(200);
  expect(due.slice(0, 2).map(({ id }) => id)).toContain(sessionId);
});
