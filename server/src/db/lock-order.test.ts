import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callExamples, changingCalls } from '../management/testing/call-examples.ts';
import { type DashboardScene, dashboardScene } from '../management/testing/dashboard-scene.ts';
import { testOperatorToken } from '../testing/app/index.ts';
import { lockOrder } from './lock-order.ts';

type Statement = { readonly connection: number; readonly text: string; readonly values: readonly unknown[] };

const known: readonly string[] = lockOrder;
const locking = [
  /\bupdate (\w+) set\b/g,
  /\bdelete from (\w+)/g,
  /\bfrom (\w+)(?:(?!\bfrom\b)[^;])*?\bfor (?:no key update|update|share)\b/g,
];

/** A statement and each of its subqueries, without the subqueries inside. A lock is for the tables of its own level. */
function levelsOf(text: string): string[] {
  const levels: string[] = [];
  let rest = text;
  for (let next = ''; next !== rest; ) {
    next = rest;
    rest = next.replaceAll(/\(([^()]*)\)/g, (_, level: string) => {
      levels.push(level);
      return '';
    });
  }
  return [...levels, rest];
}

/** The tables whose rows a statement locks, with the names of the list. */
function lockedBy({ text, values }: Statement): { table: string; name: string }[] {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll(/\bdo update set\b/g, '');
  const tables = levelsOf(plain).flatMap((level) =>
    locking.flatMap((pattern) => [...level.matchAll(pattern)].map(([, table = '']) => table)),
  );
  return tables.map((table) => {
    if (table === 'oauth_items' && values.includes('Interaction')) return { table, name: 'oauth requests' };
    const isPartners = table === 'webhooks' && plain.includes('partner_id = $');
    return { table, name: isPartners ? 'webhooks of partners' : table };
  });
}

/** What is wrong with the order in which a transaction first locks each table. */
function faultsOf(statements: readonly Statement[]): string[] {
  const seen = new Set<string>();
  let last = { position: -1, name: '' };
  return statements.flatMap((statement) => {
    // No other transaction can wait for a row that is new.
    for (const [, table = ''] of statement.text.matchAll(/\binsert into (\w+)/g)) seen.add(table);
    return lockedBy(statement).flatMap(check);
  });

  function check({ table, name }: { table: string; name: string }): string[] {
    const position = known.indexOf(name);
    if (seen.has(table) || position === -1) return [];
    seen.add(table);
    const fault = position < last.position ? [`${name} after ${last.name}`] : [];
    if (position > last.position) last = { position, name };
    return fault;
  }
}

let scene: DashboardScene;
const statements: Statement[] = [];
beforeAll(async () => {
  scene = await dashboardScene();
  Object.assign(scene.sql.options, {
    debug: (connection: number, text: string, values: readonly unknown[]) =>
      statements.push({ connection, text, values }),
  });
});
afterAll(() => scene[Symbol.asyncDispose]());

describe('the order of locks', () => {
  it.each(changingCalls)('%s keeps it', async (name) => {
    const things = await scene.makeThings(name.replace('.', '-').toLowerCase());
    scene.test.clock.advance(60_000);
    statements.length = 0;
    const { parts, query, body } = callExamples[name](things);
    const answer = await scene.ask(
      name === 'members.leave' ? things.memberPerson : { token: testOperatorToken },
      name,
      {
        parts: { account: things.accountId, ...parts },
        ...(query === undefined ? {} : { query }),
        ...(body === undefined ? {} : { body }),
      },
    );
    expect(answer.status, answer.text).toBeLessThan(500);
    const begun = statements.find(({ text }) => text.trim() === 'begin');
    const changed = statements.filter(({ connection }) => connection === begun?.connection);
    expect(changed.length).toBeGreaterThan(1);
    expect(faultsOf(changed)).toEqual([]);
  });

  it('finds a transaction that locks in another order', () => {
    const statement = (text: string): Statement => ({ connection: 1, text, values: [] });
    expect(
      faultsOf([
        statement('update accounts set avatars_version = avatars_version + 1 where id = $1'),
        statement('select from avatars where id = $1 for no key update'),
      ]),
    ).toEqual(['avatars after accounts']);
    expect(
      faultsOf([
        statement('select from avatars where id = $1 for no key update'),
        statement('update accounts set avatars_version = avatars_version + 1 where id = $1'),
      ]),
    ).toEqual([]);
  });
});
