import { strict as assert } from 'node:assert';
import { permissionScopes } from '@parley/protocol';
import { startLedgerEndpoint } from '../../live/testing/ledger-endpoint.ts';
import { storyProblem } from '../../live/testing/story.ts';
import { until } from '../../live/testing/until.ts';
import { startReceiver } from '../../outbound/testing/receiver.ts';
import { type ServiceGroup, startServiceGroup } from '../running/index.ts';
import { ScaleUsers } from './scale/users.ts';

export type ScalePlan = {
  readonly sessions: number;
  /** What happens to the service, one after the other, while everybody talks. */
  readonly troubles: readonly Trouble[];
  readonly redisProgram: string;
};

export type Trouble = 'kill' | 'kill-redis' | 'pause-database' | 'drain';

type Pauses = { readonly calmMs: number; readonly databaseMs: number; readonly redisMs: number };

/**
 * Three processes behind a load balancer without memory, traffic on every endpoint, and trouble: no turn is answered
 * wrongly, every session goes on or ends properly, every event is delivered, and each endpoint gets one LOGIN and one LOGOUT.
 */
export async function scale(plan: ScalePlan, pauses: Pauses, say: (line: string) => void): Promise<void> {
  await using group = await startServiceGroup({ count: 3, redisProgram: plan.redisProgram });
  await using endpoint = await startLedgerEndpoint(() => 50 + Math.random() * 4 * plan.sessions);
  const received = new Set<string>();
  await using hook = await startReceiver((response, { headers }) => {
    received.add(String(headers['webhook-id']));
    response.end();
  });
  const { account, avatar, key } = await prepare(group, endpoint.url, hook.url);
  await using users = new ScaleUsers({
    url: group.url,
    avatar,
    key,
    count: plan.sessions,
    authTokenOf: (sessionId) => endpoint.accounts.get(sessionId)?.authToken ?? null,
  });
  await users.come();
  await users.everyoneIsAnswered('at the beginning');
  say(`${plan.sessions} sessions talk`);
  let killed = 0;
  for (const trouble of plan.troubles) {
    if (trouble === 'kill' || trouble === 'drain') killed += 1;
    const before = users.returns;
    await makeTrouble(trouble, group, killed % 3, pauses);
    await users.everyoneIsAnswered(`after ${trouble}`);
    // Without Redis or the database for a while everybody goes on where they are.
    if (trouble === 'pause-database' || trouble === 'kill-redis') assert.equal(users.returns, before);
    await calm(pauses.calmMs);
    say(`${trouble}: ${users.report()}`);
  }
  await users.leave();
  await settled(group, account);
  await checkStories(group, users.sessionIds);
  for (const [id, { logins, logouts, disorder }] of endpoint.accounts) {
    assert.deepEqual(disorder, [], `order of ${id}`);
    // LOGIN and LOGOUT are repeated if their process was killed before the answer was stored.
    assert.ok(logins >= 1 && logins <= 2 && logouts === 1, `${id}: ${logins} LOGINs, ${logouts} LOGOUTs`);
  }
  const repeated = [...endpoint.accounts.values()].filter(({ logins }) => logins > 1).length;
  assert.ok(repeated <= plan.sessions * 0.05, `${repeated} sessions were logged in twice`);
  await everyEventArrives(group, received);
  say(`${users.sessionIds.size} sessions, ${received.size} events, ${users.report()}`);
}

async function makeTrouble(
  trouble: Trouble,
  group: ServiceGroup,
  index: number,
  pauses: Pauses,
): Promise<void> {
  switch (trouble) {
    case 'kill':
      await group.kill(index);
      return await group.start(index);
    case 'drain':
      assert.equal((await group.services[index]?.stop())?.code, 0);
      return await group.start(index);
    case 'kill-redis':
      await group.redis.kill();
      await calm(pauses.redisMs);
      return await group.redis.restart();
    case 'pause-database': {
      const resume = await group.pauseDatabase();
      await calm(pauses.databaseMs);
      return resume();
    }
  }
}

/** Lets the traffic go on for a while. */
const calm = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function prepare(group: ServiceGroup, endpointUrl: string, hookUrl: string) {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await fetch(`${group.url}/v1/accounts${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${group.operatorToken}` },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${text}`);
    return JSON.parse(text) as T;
  };
  const { id: account } = await post<{ id: string }>('', { name: 'Scale', email: 'scale@example.com' });
  const webhook = await post<{ id: string }>(`/${account}/webhooks`, { name: 'Hook', url: hookUrl });
  const { id: avatar } = await post<{ id: string }>(`/${account}/avatars`, {
    name: 'Ada',
    endpointUrl,
    webhookId: webhook.id,
    transcript: true,
  });
  const { key } = await post<{ key: string }>(`/${account}/keys`, {
    name: 'k',
    permissions: permissionScopes,
  });
  return { account, avatar, key };
}

/** Every session has ended, and nothing is left to do for any. */
async function settled({ sql }: ServiceGroup, account: string): Promise<void> {
  await until('all sessions are settled', async () => {
    const [row] = await sql<{ left: number }[]>`
      select count(*)::int as left from sessions
      where account_id = ${account} and (state <> 'ended' or logout = 'due' or transcript = 'due')`;
    return row?.left === 0;
  });
}

async function checkStories({ sql }: ServiceGroup, sessionIds: ReadonlySet<string>): Promise<void> {
  for (const id of sessionIds) {
    const rows = await sql<{ sequence: number; name: string; body: string }[]>`
      select sequence, name, body from events where session_id = ${id} order by sequence`;
    const story = rows
      .filter(({ name }) => name === 'connection:state-changed')
      .map(({ body }) => (JSON.parse(body) as { details: Record<string, unknown> }).details)
      .map((details) => ({
        state: String(details.state),
        reason: details.reason as string | undefined,
        willReconnect: details.will_attempt_reconnect as boolean | undefined,
        duration: details.duration as number | undefined,
      }));
    assert.equal(storyProblem(story), null, `the story of ${id}: ${JSON.stringify(story)}`);
    const transcripts = rows.filter(({ name }) => name === 'session:conversation').length;
    const wasConnected = story.some(({ state }) => state === 'connected');
    assert.equal(transcripts, Number(wasConnected), `transcripts of ${id}`);
    assert.equal(new Set(rows.map(({ sequence }) => sequence)).size, rows.length, `numbers of ${id}`);
  }
}

async function everyEventArrives({ sql }: ServiceGroup, received: ReadonlySet<string>): Promise<void> {
  const ids = (await sql<{ id: string }[]>`select id from events where partner_id is null`).map(
    ({ id }) => id,
  );
  await until(
    () => `all ${ids.length} events, of which ${ids.filter((id) => !received.has(id)).length} are missing`,
    () => ids.every((id) => received.has(id)),
  );
}

const longPauses = { calmMs: 10_000, databaseMs: 30_000, redisMs: 5_000 };
const longTroubles: readonly Trouble[] = [
  'kill',
  'kill',
  'kill-redis',
  'kill',
  'pause-database',
  'kill',
  'drain',
  'kill-redis',
  'kill',
];

export const run = (): Promise<void> =>
  scale(
    {
      sessions: Number(process.env.SCALE_SESSIONS ?? 2_000),
      troubles: longTroubles,
      redisProgram: process.env.PARLEY_REDIS_SERVER ?? 'redis-server',
    },
    longPauses,
    (line) => process.stdout.write(`${line}\n`),
  );
