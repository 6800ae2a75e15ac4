import {
  type Call,
  type CallName,
  callNames,
  managementCalls,
  managementError,
  managementErrors,
  scopeNames,
} from '@parley/protocol/management';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountCallName, callExamples } from '../../management/testing/call-examples.ts';
import {
  type DashboardScene,
  dashboardScene,
  type Person,
  type Program,
  type Things,
} from '../../management/testing/dashboard-scene.ts';
import { type Answer, testOperatorToken } from '../../testing/app/index.ts';
import { anyText, isRunByName } from '../../testing/index.ts';

const requests = isRunByName ? 10_000 : 1_000;
/** The stream never ends. It has its own tests. */
const fuzzed = callNames.filter((name) => name !== 'sessions.stream');
const runsPerCall = Math.ceil(requests / fuzzed.length);

type Side = Things & { owner: Person; memberPerson: Person };
type Generated = {
  readonly who: number;
  readonly part: number;
  readonly field: number;
  readonly value: unknown;
  readonly way: number;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
};

const errorShape = Compile(managementError);
const shapes = new Map<CallName, (value: unknown) => boolean>();

/** What differs between the answer and the table; null if nothing does. */
function problemOf(name: CallName, { status, body, headers }: Answer): string | null {
  const call: Call = managementCalls[name];
  if (status >= 500) return `status ${status}`;
  if (status >= 400) {
    if (!errorShape.Check(body)) return 'the error has another shape';
    const { code } = (body as { error: { code: string } }).error;
    const known = Object.hasOwn(managementErrors, code)
      ? managementErrors[code as keyof typeof managementErrors].status
      : null;
    return known === status ? null : `status ${status} with the code ${code}`;
  }
  if ('file' in call.answer) {
    const type = String(headers['content-type']);
    return call.answer.file.some((known) => type.startsWith(known)) ? null : `a file of type ${type}`;
  }
  const known = shapes.get(name) ?? checkOf(call.answer);
  shapes.set(name, known);
  return known(body) ? null : 'the answer does not fit its schema';
}

function checkOf(schema: TSchema): (value: unknown) => boolean {
  const compiled = Compile(schema);
  return (value) => compiled.Check(value);
}

const junk = fc.oneof(
  fc.constantFrom('', '0', '-1', '1', '../x', '%00', 'null', 'é'.repeat(300), '9'.repeat(40), "' or 1=1 --"),
  anyText({ maxLength: 40 }),
);
const generated: fc.Arbitrary<Generated> = fc.record({
  who: fc.nat(30),
  part: fc.nat(5),
  field: fc.nat(30),
  value: fc.oneof(fc.jsonValue({ maxDepth: 2 }), junk),
  way: fc.nat(9),
  query: fc.dictionary(
    fc.constantFrom('limit', 'cursor', 'search', 'from', 'to', 'format', 'discard', 'dryRun', 'x'),
    junk,
    { maxKeys: 2 },
  ),
  headers: fc.dictionary(
    fc.constantFrom('if-match', 'idempotency-key'),
    fc.constantFrom('"1"', '*', '7', 'W/"2"', 'abc', 'a'.repeat(300)),
    { maxKeys: 1 },
  ),
});

describe('any request to the management API', () => {
  let scene: DashboardScene;
  let ours: Side;
  let theirs: Side;
  let callers: (Person | Program | null)[];
  const seen = new Map<string, number>();

  beforeAll(async () => {
    scene = await dashboardScene();
    ours = await scene.makeThings('ours');
    theirs = await scene.makeThings('theirs');
    await scene.sql`update people set operator = true where email = ${theirs.owner.email}`;
    const all = await scene.makeProgram(ours.accountId, scopeNames);
    const few = await scene.makeProgram(ours.accountId, ['avatars:read']);
    callers = [{ token: testOperatorToken }, ours.owner, ours.memberPerson, theirs.owner, all, few, null];
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const send = async (name: CallName, input: Generated): Promise<Answer> => {
    const example = Object.hasOwn(callExamples, name)
      ? callExamples[name as AccountCallName](input.part === 0 ? theirs : ours)
      : { badBody: null };
    const parts: Record<string, string> = { account: ours.accountId, ...example.parts };
    const names = Object.keys(parts);
    if (input.part > 2)
      parts[names[input.part % names.length] ?? ''] = JSON.stringify(input.value).slice(0, 200);
    const body = bodyOf(example.body, example.badBody, input);
    scene.test.clock.advance(20);
    return await scene.ask(callers[input.who % callers.length] ?? null, name, {
      parts,
      // Most changes are rolled back, so that there is something left to change.
      query: { ...example.query, ...(input.way > 1 ? { dryRun: true } : {}), ...input.query },
      headers: input.headers,
      ...(body === undefined ? {} : { body }),
    });
  };

  it.each(fuzzed)('%s answers as the table says, whatever it is sent', async (name) => {
    const property = fc.asyncProperty(generated, async (input) => {
      const answer = await send(name, input);
      seen.set(name, (seen.get(name) ?? 0) + 1);
      const problem = problemOf(name, answer);
      expect(problem, `${name} ${JSON.stringify(input)}: ${answer.text.slice(0, 500)}`).toBeNull();
    });
    await fc.assert(property, { numRuns: runsPerCall, endOnFailure: true });
  });

  it('was called often enough', () => {
    const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThanOrEqual(requests);
  });
});

/** A good body, one with a changed or additional field, a bad one, or anything. */
function bodyOf(good: unknown, bad: unknown, { way, field, value }: Generated): unknown {
  if (way < 3) return good;
  if (way === 3) return bad ?? undefined;
  if (way === 4) return value;
  if (typeof good !== 'object' || good === null || good instanceof Uint8Array)
    return way === 5 ? value : good;
  const names = [...Object.keys(good), 'surprise'];
  return { ...good, [names[field % names.length] ?? '']: value };
}
