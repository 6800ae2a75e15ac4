import { type Call, managementCalls, type Scope, scopeNames } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountCallName,
  type CallExample,
  callExamples,
} from '../../management/testing/call-examples.ts';
import {
  type CallParts,
  type DashboardScene,
  dashboardScene,
  type Person,
  type Program,
  type Things,
} from '../../management/testing/dashboard-scene.ts';
import { testOperatorToken } from '../../testing/app/index.ts';

type Side = Things & { owner: Person; memberPerson: Person };

const names = Object.keys(callExamples) as AccountCallName[];
const callOf = (name: AccountCallName): Call => managementCalls[name];
const scopeOf = (name: AccountCallName): Scope | null => {
  const { access } = callOf(name);
  return access.kind === 'account' ? access.scope : null;
};
const isChange = (name: AccountCallName): boolean => /change|create/.test(callOf(name).kind);
const ofAccounts = names.filter((name) => callOf(name).access.kind === 'account');
const byKey = ofAccounts.filter((name) => scopeOf(name) !== null);
const forOwners = ofAccounts.filter((name) => {
  const { access } = callOf(name);
  return access.kind === 'account' && access.role === 'owner';
});
const forAnswering = ofAccounts.filter((name) => {
  const { access } = callOf(name);
  return access.kind === 'account' && access.answers === true;
});
const forOperators = names.filter((name) => callOf(name).access.kind === 'operator');
const withThings = ofAccounts.filter((name) => /:account.*:/.test(callOf(name).path));
/** The stream never ends. It has its own tests. */
const withoutStream = (name: AccountCallName): boolean => name !== 'sessions.stream';

let scene: DashboardScene;
let ours: Side;
let theirs: Side;
let boss: Person;
const operator: Program = { token: testOperatorToken };
const keys = new Map<string, Program>();
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
  theirs = await scene.makeThings('theirs');
  boss = theirs.owner;
  await scene.sql`update people set operator = true where email = ${boss.email}`;
  await scene.sql`update members set answers = true where id = ${ours.member}`;
  for (const scope of scopeNames) keys.set(scope, await scene.makeProgram(ours.accountId, [scope]));
});
afterAll(() => scene[Symbol.asyncDispose]());

const keyWith = (scope: Scope | null): Program => keys.get(scope ?? 'avatars:read') ?? operator;
const keyWithout = (scope: Scope | null): Program =>
  keys.get(scopeNames.find((name) => name !== scope) ?? '') ?? operator;
const codeOf = (body: unknown): unknown => (body as { error?: { code?: string } } | null)?.error?.code;

/** Sends a good request. Changes are rolled back, so that every caller finds the same things. */
const ask = (
  who: Person | Program | null,
  name: AccountCallName,
  example: CallExample,
  more: Partial<CallParts> = {},
) => {
  const { parts, query, body } = example;
  return scene.ask(who, name, {
    parts: { account: ours.accountId, ...parts },
    query: { ...query, ...(isChange(name) ? { dryRun: true } : {}) },
    ...(body === undefined ? {} : { body }),
    ...more,
  });
};
const mustBeAllowed = async (who: Person | Program, name: AccountCallName): Promise<void> => {
  const example = callExamples[name](ours);
  const answer = await ask(who, name, example);
  if (example.refusal === undefined) expect(answer.status, answer.text).toBeLessThan(300);
  else expect(codeOf(answer.body), answer.text).toBe(example.refusal);
};
const mustBeRefused = async (
  asking: Promise<{ status: number; body: unknown }>,
  status: number,
  code: string,
): Promise<void> => {
  const answer = await asking;
  expect([answer.status, codeOf(answer.body)]).toEqual([status, code]);
};

describe('a call of an account', () => {
  it.each(ofAccounts.filter(withoutStream))('%s is allowed to the role it names', async (name) => {
    if (name === 'members.leave') return await mustBeAllowed(ours.memberPerson, name);
    await mustBeAllowed(forOwners.includes(name) ? ours.owner : ours.memberPerson, name);
  });

  it.each(forAnswering)('%s is refused to members until an owner allows them to answer', async (name) => {
    const asking = () =>
      ask(theirs.memberPerson, name, callExamples[name](theirs), {
        parts: { account: theirs.accountId, ...callExamples[name](theirs).parts },
      });
    await mustBeRefused(asking(), 403, 'forbidden');
  });

  it.each(ofAccounts.filter(withoutStream))('%s is allowed to the operator’s token', async (name) => {
    if (name === 'members.leave')
      return await mustBeRefused(ask(operator, name, callExamples[name](ours)), 409, 'conflict');
    await mustBeAllowed(operator, name);
  });

  it.each(byKey.filter(withoutStream))('%s is allowed to a key with its scope', async (name) => {
    await mustBeAllowed(keyWith(scopeOf(name)), name);
  });

  it.each(forOwners)('%s is refused to members who are no owners', async (name) => {
    await mustBeRefused(ask(ours.memberPerson, name, callExamples[name](ours)), 403, 'forbidden');
  });

  it.each(byKey)('%s is refused to a key without its scope', async (name) => {
    const key = keyWithout(scopeOf(name));
    await mustBeRefused(ask(key, name, callExamples[name](ours)), 403, 'scope_missing');
  });

  it.each(ofAccounts.filter((name) => scopeOf(name) === null))('%s is refused to every key', async (name) => {
    await mustBeRefused(ask(keyWith(null), name, callExamples[name](ours)), 403, 'forbidden');
  });

  it.each(ofAccounts)('%s needs a caller', async (name) => {
    await mustBeRefused(ask(null, name, callExamples[name](ours)), 401, 'unauthorized');
    const wrong = { token: `pmk_${'a'.repeat(40)}` };
    await mustBeRefused(ask(wrong, name, callExamples[name](ours)), 401, 'unauthorized');
  });

  it.each(ofAccounts)('%s of another account is not found', async (name) => {
    const parts = { account: theirs.accountId, ...callExamples[name](theirs).parts };
    for (const who of [ours.owner, keyWith(scopeOf(name))])
      await mustBeRefused(ask(who, name, callExamples[name](theirs), { parts }), 404, 'not_found');
    const unknown = { ...parts, account: 'acc_unknown' };
    await mustBeRefused(
      ask(operator, name, callExamples[name](theirs), { parts: unknown }),
      404,
      'not_found',
    );
  });
});

describe('another account’s id in a call of one’s own account', () => {
  it.each(withThings)('%s is not found for any caller', async (name) => {
    const parts = { ...callExamples[name](theirs).parts, account: ours.accountId };
    const callers = [ours.owner, operator, ...(scopeOf(name) === null ? [] : [keyWith(scopeOf(name))])];
    for (const who of callers)
      await mustBeRefused(ask(who, name, callExamples[name](theirs), { parts }), 404, 'not_found');
  });
});

describe('a call of the operator', () => {
  it.each(forOperators)('%s is allowed to the token and to people who are operators', async (name) => {
    await mustBeAllowed(operator, name);
    await mustBeAllowed(boss, name);
  });

  it.each(forOperators)('%s is refused to everybody else', async (name) => {
    const example = callExamples[name](ours);
    await mustBeRefused(ask(ours.owner, name, example), 403, 'forbidden');
    await mustBeRefused(ask(keyWith('avatars:read'), name, example), 403, 'forbidden');
    await mustBeRefused(ask(null, name, example), 401, 'unauthorized');
  });
});

describe('a bad body', () => {
  const uploads: readonly string[] = ['avatars.putModel', 'avatars.putPortrait'];
  const taking = names.filter((name) => callOf(name).body !== undefined && !uploads.includes(name));
  it.each(taking)('%s is refused with the field or the reason', async (name) => {
    const { badBody, ...example } = callExamples[name](ours);
    expect(badBody, 'an example of a bad body').not.toBeNull();
    for (const body of [badBody, { ...(example.body as object), surprise: 1 }, [], 'text', null]) {
      const answer = await ask(operator, name, { ...example, badBody, body });
      expect([answer.status, codeOf(answer.body)], JSON.stringify(body)).toEqual([400, 'invalid']);
      expect((answer.body as { error: { message: string } }).error.message).not.toBe('');
    }
  });
});

describe('a body that is too large', () => {
  it('is refused with the limit of the call', async () => {
    const body = { name: 'x'.repeat(300 * 1024) };
    const answer = await ask(operator, 'avatars.create', { badBody: null, body });
    await mustBeRefused(Promise.resolve(answer), 400, 'invalid');
    expect(answer.text).toContain(`at most ${256 * 1024} bytes`);
  });
});

describe('a page of another site', () => {
  it.each(ofAccounts)('%s is refused to it', async (name) => {
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' }, origin: 'https://evil.example.com' };
    const asking = ask(ours.owner, name, callExamples[name](ours), foreign);
    await mustBeRefused(asking, 403, 'foreign_origin');
  });
});
