import { strict as assert } from 'node:assert';
import { sequenceProblem } from '../../../live/testing/connection-events.ts';
import { until } from '../../../live/testing/until.ts';
import type { ServiceGroup } from '../../running/index.ts';

/** Checks that every session has ended and has no tasks left. */
export async function settled({ sql }: ServiceGroup, account: string): Promise<void> {
  await until('all sessions are settled', async () => {
    const [row] = await sql<{ left: number }[]>`
      select count(*)::int as left from sessions
      where account_id = ${account} and (state <> 'ended' or logout = 'due' or transcript = 'due')`;
    return row?.left === 0;
  });
}

export async function checkConnectionEvents(
  { sql }: ServiceGroup,
  sessionIds: ReadonlySet<string>,
): Promise<void> {
  for (const id of sessionIds) {
    const rows = await sql<{ sequence: number; name: string; body: string }[]>`
      select sequence, name, body from events where session_id = ${id} order by sequence`;
    const connections = rows
      .filter(({ name }) => name === 'connection:state-changed')
      .map(({ body }) => (JSON.parse(body) as { details: Record<string, unknown> }).details)
      .map((details) => ({
        state: String(details.state),
        reason: details.reason as string | undefined,
        willReconnect: details.will_attempt_reconnect as boolean | undefined,
        duration: details.duration as number | undefined,
      }));
    assert.equal(
      sequenceProblem(connections),
      null,
      `the connection events of ${id}: ${JSON.stringify(connections)}`,
    );
    const transcripts = rows.filter(({ name }) => name === 'session:conversation').length;
    const wasConnected = connections.some(({ state }) => state === 'connected');
    assert.equal(transcripts, Number(wasConnected), `transcripts of ${id}`);
    assert.equal(new Set(rows.map(({ sequence }) => sequence)).size, rows.length, `numbers of ${id}`);
  }
}

export async function everyEventArrives({ sql }: ServiceGroup, received: ReadonlySet<string>): Promise<void> {
  const ids = (await sql<{ id: string }[]>`select id from events where partner_id is null`).map(
    ({ id }) => id,
  );
  await until(
    () => `all ${ids.length} events, of which ${ids.filter((id) => !received.has(id)).length} are missing`,
    () => ids.every((id) => received.has(id)),
  );
}

/** For a run that failed: why turns got no answer. */
export async function failedTurns({ sql }: ServiceGroup): Promise<string> {
  const rows = await sql<{ detail: string; count: number; latest: string }[]>`
    select coalesce(detail::text, outcome) as detail, count(*)::int as count, max(received_at)::text as latest
    from turns where outcome = 'failed' group by 1 order by count desc limit 10`;
  return rows
    .map(({ detail, count, latest }) => `${count} turns failed, the last at ${latest}: ${detail}`)
    .join('\n');
}
