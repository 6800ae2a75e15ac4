import { strict as assert } from 'node:assert';
import type { Sql } from '../../../db/index.ts';
import { startEndpoint } from '../../../live/testing/endpoint.ts';
import { until } from '../../../live/testing/until.ts';
import { startReceiver } from '../../../outbound/testing/receiver.ts';
import { seededDataFolder } from '../../data-folder.ts';
import { freePort } from '../../free-port.ts';
import { enterSession } from '../../load/joining.ts';
import { embeddedDatabase, operatorClient } from '../../running/index.ts';
import { type RunningService, startService } from '../../service.ts';
import { residentBytes, watchMemory } from './resident.ts';
import { createAccount } from './scene.ts';

export type LongSessionsPlan = {
  /** How many sessions end at the same time. */
  readonly sessions: number;
  /** How many bytes of words each of them has stored. */
  readonly bytes: number;
  /** The length of an event of an older version. An attempt has 10 s for it, also on a busy machine. */
  readonly eventBytes: number;
};

/** How far the memory of the service grew, in bytes. */
export type LongSessionsResult = {
  readonly idleBytes: number;
  /** While one session ended. */
  readonly endGrowth: number;
  /** While a very long event of an older version was sent, and everything was listed and exported. */
  readonly readGrowth: number;
  /** In a start after `kill -9`, with which all the sessions end. */
  readonly restartGrowth: number;
};

/** Sessions as an older version left them: with more words than a session may store today. */
export async function longSessions(plan: LongSessionsPlan): Promise<LongSessionsResult> {
  await using folder = await seededDataFolder('long-sessions');
  await using endpoint = await startEndpoint();
  await using receiver = await startReceiver((response) => response.end());
  const env = { PORT: String(await freePort()), JOIN_RATE: '1000', JOIN_BURST: '1000' };
  const start = () => startService({ dataDir: folder.path, env });
  let service = await start();
  try {
    const operator = operatorClient(service);
    const input = { name: 'long', endpointUrl: endpoint.url, webhookUrl: receiver.url };
    const account = await createAccount(operator, input);
    const talk = async (sql: Sql) => {
      const { sessionId, wire } = await enterSession(service.url, account.avatar, { reconnects: false });
      await fill(sql, sessionId, plan.bytes);
      return { sessionId, wire };
    };

    let idleBytes = 0;
    let endGrowth = 0;
    let readGrowth = 0;
    const ids: string[] = [];
    {
      await using database = await embeddedDatabase(folder.path);
      const { sessionId, wire } = await talk(database.sql);
      idleBytes = await idleMemory(service);
      {
        await using memory = watchMemory(service.pid);
        wire.send({ type: 'bye' });
        await wire.next('end');
        await settled(database.sql, [sessionId]);
        endGrowth = memory.peakBytes - idleBytes;
      }
      {
        await using memory = watchMemory(service.pid);
        await oldEvent(database.sql, sessionId, plan.eventBytes);
        await settled(database.sql, [sessionId]);
        await readEverything(service, account.id, sessionId);
        readGrowth = memory.peakBytes - idleBytes;
      }
      for (let count = 0; count < plan.sessions; count++) ids.push((await talk(database.sql)).sessionId);
    }
    await service.kill('SIGKILL');
    await service[Symbol.asyncDispose]();
    service = await start();
    await using memory = watchMemory(service.pid);
    await using database = await embeddedDatabase(folder.path);
    await settled(database.sql, ids);
    const restartGrowth = memory.peakBytes - idleBytes;
    return { idleBytes, endGrowth, readGrowth, restartGrowth };
  } finally {
    await service[Symbol.asyncDispose]();
  }
}

const messageBytes = 60_000;

async function fill(sql: Sql, sessionId: string, bytes: number): Promise<void> {
  await sql`
    insert into messages (session_id, number, speaker, message, at)
    select ${sessionId}, number, case when number % 2 = 1 then 'user' else 'avatar' end,
      (select string_agg(md5(number::text || part), ' ') from generate_series(1, ${Math.floor(messageBytes / 33)}::integer) as part),
      now()
    from generate_series(1, ${Math.ceil(bytes / messageBytes)}::integer) as number`;
}

/** An event as long as a whole transcript, as an older version wrote it, that is still to be sent. */
async function oldEvent(sql: Sql, sessionId: string, bytes: number): Promise<void> {
  const [event] = await sql`
    with made as (
      insert into events (id, created_at, account_id, avatar_id, session_id, sequence, name, body)
      select 'evt_' || md5(id), now(), account_id, avatar_id, id, 900, 'agent:error',
        '{"message_type":"Event","name":"agent:error","details":{"error":"' || repeat(md5(id), ${Math.floor(bytes / 32)}::integer)
          || '"}}'
      from sessions where id = ${sessionId} returning *
    )
    insert into deliveries (account_id, webhook_id, event_id, event_at, event_name, session_id, sequence, due_at)
    select made.account_id, sessions.webhook_id, made.id, made.created_at, made.name, made.session_id, made.sequence, now()
    from made join sessions on sessions.id = made.session_id returning id`;
  assert.ok(event, 'no delivery was made');
}

/** The memory of a service that has been quiet for a while: the smallest that it had in some seconds. */
async function idleMemory({ pid }: RunningService): Promise<number> {
  let smallest = residentBytes(pid);
  let looks = 0;
  await until('some looks at an idle service', async () => {
    smallest = Math.min(smallest, residentBytes(pid));
    looks += 1;
    return looks > 100;
  });
  return smallest;
}

/** All post-session tasks are done, and everything was delivered. */
async function settled(sql: Sql, ids: readonly string[]): Promise<void> {
  await until('the sessions are settled', async () => {
    const [row] = await sql<{ left: number }[]>`
      select (select count(*) from sessions where id = any(${[...ids]}::text[])
          and (state <> 'ended' or transcript = 'due'))::int
        + (select count(*) from deliveries where session_id = any(${[...ids]}::text[]))::int as left`;
    return row?.left === 0;
  });
}

/** Reads what a member can read of a session, at the same time. */
async function readEverything(service: RunningService, account: string, sessionId: string): Promise<void> {
  const operator = operatorClient(service);
  const path = `/v1/accounts/${account}`;
  const { user } = await operator.call<{ user: { id: string } }>('GET', `${path}/sessions/${sessionId}`);
  const { key } = await operator.call<{ key: string }>('POST', `${path}/keys`, {
    name: 'feed',
    permissions: ['read_events'],
  });
  const drain = async (url: string, headers: Record<string, string>): Promise<string> => {
    const answer = await fetch(service.url + url, { headers });
    assert.equal(answer.status, 200, url);
    let end = '';
    for await (const chunk of answer.body ?? [])
      end = (end + Buffer.from(chunk).toString('latin1')).slice(-100);
    return end;
  };
  const readFeed = async () => {
    for (let after = '', pages = 0; pages < 20; pages++) {
      const end = await drain(`/events${after}`, { 'x-api-key': key });
      const [, cursor = ''] = /"cursor":"([^"]*)"/.exec(end) ?? [];
      if (after === `?after=${cursor}`) return;
      after = `?after=${cursor}`;
    }
  };
  const asOperator = { authorization: `Bearer ${service.operatorToken}` };
  await Promise.all([
    ...['text', 'json', 'vtt'].map((format) =>
      drain(`${path}/sessions/${sessionId}/transcript?format=${format}`, asOperator),
    ),
    drain(`${path}/visitors/${user.id}/export`, asOperator),
    readFeed(),
  ]);
}
