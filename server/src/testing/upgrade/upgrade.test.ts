import { expect, it } from 'vitest';
import { Talker } from '../../live/testing/talker.ts';
import { until } from '../../live/testing/until.ts';
import { startServiceGroup } from '../running/index.ts';
import { startTraffic } from '../soak/scale/traffic.ts';
import { systemTool } from '../system-tool.ts';
import { Manager } from './manager.ts';
import { makeNextVersion } from './next-version.ts';

const migration = `
  alter table sessions add column mood text;
  create index sessions_mood on sessions (mood) where mood is not null;
  create table moods (id text primary key);
`;

/** Visitors who join, ask one question and leave. */
const passersBy = async (url: string, avatar: string, isOver: () => boolean): Promise<number> => {
  let count = 0;
  for (; !isOver(); count++) {
    const talker = new Talker(url, avatar, 'passer-by');
    await talker.connect();
    await until('an answer for a passer-by', () => talker.answers > 0);
    await talker.hangUp();
  }
  return count;
};

it('[LV77] [LV78] an old and a new version run side by side over a migration, and no client gets an error', async (context) => {
  const redisProgram = systemTool(context, 'redis-server');
  await using next = await makeNextVersion('99.0.0', migration);
  await using group = await startServiceGroup({ count: 2, started: 1, redisProgram });
  await using traffic = await startTraffic(group, 8);
  const { users } = traffic;
  const manager = new Manager(group, traffic.account, traffic.endpointUrl);
  const managing = manager.work();
  let isOver = false;
  const passing = passersBy(group.url, traffic.avatar, () => isOver);
  const othersWork = Promise.all([managing, passing]);
  othersWork.catch(() => {});
  const everybodyIsServed = async (when: string) => {
    const rounds = manager.rounds + 2;
    const served = Promise.all([
      users.everyoneIsAnswered(when),
      until(`the manager goes on ${when}`, () => manager.rounds >= rounds),
    ]);
    // An error of the manager or of a passer-by fails the test at once.
    await Promise.race([served, othersWork]);
    expect([users.failures, users.endedEarly]).toEqual([[], []]);
  };
  await everybodyIsServed('with the old version');

  await group.start(1, next.program);
  const versions = await group.sql<{ version: string }[]>`select version from processes order by started_at`;
  expect(versions.map(({ version }) => version === next.version)).toEqual([false, true]);
  expect(await group.sql`select from moods`).toEqual([]);
  group.balance([0, 1]);
  await everybodyIsServed('with both versions');
  group.balance([0]);
  await everybodyIsServed('with the old version after the migration');

  group.balance([1]);
  expect(await group.services[0]?.stop()).toEqual({ code: 0, signal: null });
  await everybodyIsServed('with the new version');
  expect(users.returns).toBeGreaterThan(0);

  manager.stop();
  isOver = true;
  const [, passed] = await othersWork;
  expect(passed).toBeGreaterThan(0);
  await traffic.finish(0);
  expect([users.failures, users.endedEarly]).toEqual([[], []]);
});
