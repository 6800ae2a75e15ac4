import { strict as assert } from 'node:assert';
import {
  type AccountCallName,
  callExamples,
  changingCalls,
} from '../../../management/testing/call-examples.ts';
import { type DashboardScene, dashboardScene } from '../../../management/testing/dashboard-scene.ts';
import { testApp, testOperatorToken } from '../../app/index.ts';
import { soakDatabase } from '../soak-database.ts';

/** How often each status was answered. */
export type Statuses = Readonly<Record<number, number>>;

const operator = { token: testOperatorToken };

let accounts = 0;
const nextAccount = (): string => {
  accounts += 1;
  return `changes-${accounts}`;
};

/** Makes the same call many times at once, all for the same things of one account. */
export async function callAtOnce(
  scene: DashboardScene,
  name: AccountCallName,
  times: number,
): Promise<Statuses> {
  const things = await scene.makeThings(nextAccount());
  const asking = Array.from({ length: times }, async () => {
    const { parts, query, body } = callExamples[name](things);
    return await scene.ask(name === 'members.leave' ? things.memberPerson : operator, name, {
      parts: { account: things.accountId, ...parts },
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
    });
  });
  return countStatuses(await Promise.all(asking));
}

export type DeletionPlan = { readonly webhooks: number; readonly editsOfEach: number };

/** Deletes webhooks of one account while their avatars are edited, some of them to use another of these webhooks. */
export async function deleteBesideEdits(
  scene: DashboardScene,
  { webhooks, editsOfEach }: DeletionPlan,
): Promise<{ deletions: Statuses; edits: Statuses }> {
  const { accountId: account } = await scene.makeThings(nextAccount());
  const make = async (name: 'webhooks.create' | 'avatars.create', body: object): Promise<string> => {
    const { body: made } = await scene.ask(operator, name, { parts: { account }, body });
    return (made as { id: string }).id;
  };
  const pairs: { webhook: string; avatar: string }[] = [];
  for (let index = 0; index < webhooks; index++) {
    const webhook = await make('webhooks.create', { name: `${index}`, url: 'http://127.0.0.1:9/' });
    pairs.push({ webhook, avatar: await make('avatars.create', { name: `${index}`, webhookId: webhook }) });
  }
  const deletions: Promise<{ status: number }>[] = [];
  const edits: Promise<{ status: number }>[] = [];
  for (const [index, { avatar, webhook }] of pairs.entries()) {
    for (let edit = 0; edit < editsOfEach; edit++) {
      const other = pairs[(index + edit) % pairs.length]?.webhook ?? webhook;
      const body = edit % 3 === 0 ? { webhookId: other } : { greeting: `Edit ${edit}` };
      edits.push(scene.ask(operator, 'avatars.update', { parts: { account, avatar }, body }));
    }
    const query = { discard: true };
    deletions.push(scene.ask(operator, 'webhooks.delete', { parts: { account, webhook }, query }));
  }
  return {
    deletions: countStatuses(await Promise.all(deletions)),
    edits: countStatuses(await Promise.all(edits)),
  };
}

function countStatuses(answers: readonly { readonly status: number }[]): Statuses {
  const groups = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries([...groups].map(([status, group]) => [status, group.length]));
}

/** How many answers blame the service. */
export const failuresIn = (statuses: Statuses): number =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0), 0);

/**
 * On a busy machine the last of sixty changes may wait longer for a connection than the limit. Then 503 is the right
 * answer.
 */
export const failuresOnBusyMachine = (statuses: Statuses): number =>
  failuresIn(statuses) - (statuses[503] ?? 0);

const atOnce = 60;
const deletionsOfRun = 50;
const rounds = 10;

/** 60 changes of each kind at once, and 500 deletions of webhooks beside 5,000 edits of avatars. */
export async function run(): Promise<void> {
  await using database = await soakDatabase();
  const test = await testApp({ database, deliveryPollMs: null });
  await using scene = await dashboardScene({ test, url: 'https://talk.example.com' });
  for (const name of changingCalls) {
    scene.test.clock.advance(60_000);
    const statuses = await callAtOnce(scene, name, atOnce);
    process.stdout.write(`${name} ${JSON.stringify(statuses)}\n`);
    assert.equal(failuresIn(statuses), 0, `${name} failed`);
  }
  for (let round = 0; round < rounds; round++) {
    scene.test.clock.advance(60_000);
    const statuses = await deleteBesideEdits(scene, { webhooks: deletionsOfRun, editsOfEach: 10 });
    process.stdout.write(`deletions beside edits ${JSON.stringify(statuses)}\n`);
    assert.equal(failuresIn(statuses.deletions) + failuresIn(statuses.edits), 0, 'a change failed');
  }
}
