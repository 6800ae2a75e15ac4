import { expect, it } from 'vitest';
import { until } from '../../live/testing/until.ts';
import { type ServiceGroup, startServiceGroup } from '../running/index.ts';
import { startTraffic } from '../soak/scale/traffic.ts';
import { systemTool } from '../system-tool.ts';

/** The answer of each process at /readyz. */
const readiness = ({ services }: ServiceGroup) =>
  Promise.all(
    services.map(async (service) => {
      const answer = await fetch(`${service?.url}/readyz`);
      return { status: answer.status, body: await answer.text() };
    }),
  );

const storedMessages = async ({ sql }: ServiceGroup): Promise<ReadonlySet<string>> => {
  const rows = await sql<{ text: string }[]>`select session_id || ' ' || message as text from messages`;
  return new Set(rows.map(({ text }) => text));
};

it('[CL5] the database moves to another address: conversations continue, and nothing acknowledged is lost', async (context) => {
  const redisProgram = systemTool(context, 'redis-server');
  await using group = await startServiceGroup({ count: 2, redisProgram, movable: true });
  await using traffic = await startTraffic(group, 8);
  const { users } = traffic;
  const before = await storedMessages(group);
  const returns = users.returns;

  await group.database.lose();
  await until('both processes say what is wrong', async () =>
    (await readiness(group)).every(
      ({ status, body }) => status === 503 && /degraded.*the database/.test(body),
    ),
  );
  await users.everyoneIsAnswered('without a database');
  const answered = [...users.answered];

  await group.database.startElsewhere();
  await until('both processes are ready again', async () =>
    (await readiness(group)).every(({ status, body }) => status === 200 && body === '{"status":"ready"}'),
  );
  await users.everyoneIsAnswered('with the database back');
  expect(users.returns).toBe(returns);
  expect(users.endedEarly).toEqual([]);

  await traffic.finish(0);
  const stored = await storedMessages(group);
  expect([...before].filter((message) => !stored.has(message))).toEqual([]);
  expect(answered.length).toBeGreaterThanOrEqual(16);
  expect(answered.filter((message) => !stored.has(message))).toEqual([]);
});
