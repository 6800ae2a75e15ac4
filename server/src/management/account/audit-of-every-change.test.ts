import { type Call, managementCalls, type Scope } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testOperatorToken } from '../../testing/app/index.ts';
import { isRunByName } from '../../testing/index.ts';
import { type AccountCallName, callExamples } from '../testing/call-examples.ts';
import {
  type DashboardScene,
  dashboardScene,
  type Person,
  type Program,
  type Things,
} from '../testing/dashboard-scene.ts';

type Side = Things & { owner: Person; memberPerson: Person };
type Way = { readonly who: Person | Program; readonly actor: string };

const names = Object.keys(callExamples) as AccountCallName[];
const callOf = (name: AccountCallName): Call => managementCalls[name];
const scopeOf = (name: AccountCallName): Scope | null => {
  const { access } = callOf(name);
  return access.kind === 'account' ? access.scope : null;
};
const changes = names.filter((name) => /change|create/.test(callOf(name).kind));
/** These calls change nothing in the database and still belong in the log. */
const audited: readonly AccountCallName[] = [
  'avatars.testEndpoint',
  'webhooks.test',
  'webhooks.sendSample',
  'deliveries.replay',
  'deliveries.replayMany',
  'partners.replay',
  'sessions.transcript',
  'data.export',
];

let scene: DashboardScene;
let count = 0;
/** For calls that change nothing. */
let untouched: Side;
beforeAll(async () => {
  scene = await dashboardScene();
  untouched = await scene.makeThings('untouched');
});
afterAll(() => scene[Symbol.asyncDispose]());

/** All callers that may make the call, each with their own things. */
async function waysOf(name: AccountCallName, things: Side): Promise<Way[]> {
  const { access } = callOf(name);
  const operator = { who: { token: testOperatorToken }, actor: 'operator' };
  const person = name === 'members.leave' ? things.memberPerson : things.owner;
  if (access.kind === 'operator') {
    await scene.sql`update people set operator = true where email = ${person.email}`;
    return [operator, { who: person, actor: person.email }];
  }
  if (name === 'members.leave') return [{ who: person, actor: person.email }];
  const scope = scopeOf(name);
  if (scope === null) return [operator, { who: person, actor: person.email }];
  const program = await scene.makeProgram(things.accountId, [scope]);
  return [operator, { who: person, actor: person.email }, { who: program, actor: program.actor }];
}

const newThings = async (): Promise<Side> => {
  count += 1;
  const things = await scene.makeThings(`audit-${count}`);
  // A delivery cannot be discarded while it is being sent.
  const postpone = () => scene.sql`
    update deliveries set due_at = now() + interval '1 day'
    where id = ${things.delivery} and (leased_until is null or leased_until <= now()) returning id`;
  await expect.poll(postpone).toHaveLength(1);
  return things;
};
const lastEntry = async (): Promise<number> => {
  const [row] = await scene.sql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from audit_log`;
  return row?.id ?? 0;
};
const entriesAfter = (id: number) => scene.sql<{ action: string; who: string }[]>`
  select action, who from audit_log where id > ${id} order by id`;

async function make(name: AccountCallName, way: Way, things: Side, more: object = {}) {
  const { parts, query = {}, body } = callExamples[name](things);
  const before = await lastEntry();
  const answer = await scene.ask(way.who, name, {
    parts: { account: things.accountId, ...parts },
    query,
    ...(body === undefined ? {} : { body }),
    ...more,
  });
  return { answer, entries: [...(await entriesAfter(before))] };
}

describe('the audit log', () => {
  it.each([...changes, ...audited])('%s leaves one entry with its actor, whoever calls', async (name) => {
    const { refusal } = callExamples[name](untouched);
    const ways = (await waysOf(name, untouched)).length;
    // Another caller each time; by name, all of them.
    const first = isRunByName ? 0 : Math.floor(Math.random() * ways);
    for (let i = first; i < (isRunByName ? ways : first + 1); i++) {
      const things = await newThings();
      const way = (await waysOf(name, things))[i];
      if (way === undefined) throw new Error('a way is gone');
      const { answer, entries } = await make(name, way, things);
      if (refusal === undefined) expect(answer.status, answer.text).toBeLessThan(300);
      expect(entries).toEqual(refusal === undefined ? [{ action: name, who: way.actor }] : []);
    }
  });

  it.each(changes)('%s leaves no entry if it is a dry run or refused', async (name) => {
    const things = untouched;
    const [way] = await waysOf(name, things);
    if (way === undefined) throw new Error('nobody may do this');
    const { query } = callExamples[name](things);
    const rehearsed = await make(name, way, things, { query: { ...query, dryRun: true } });
    expect(rehearsed.entries).toEqual([]);
    const parts = { account: things.accountId, avatar: '1', key: 'key_none', webhook: 'whk_none' };
    const none = { delivery: '99999', member: 'mem_none', invitation: 'inv_none', visitor: '1' };
    const { badBody } = callExamples[name](things);
    const refused = await make(name, way, things, {
      parts: { ...parts, ...none },
      ...(badBody === null ? {} : { body: badBody }),
    });
    if (/:account\/.*:/.test(callOf(name).path) || badBody !== null) {
      expect(refused.answer.status).toBeGreaterThanOrEqual(400);
      expect(refused.entries).toEqual([]);
    }
  });
});
