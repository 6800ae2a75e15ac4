import type { Readable } from 'node:stream';
import { type Call, type CallName, managementCalls } from '@parley/protocol/management';
import { type Actor, type Change, makeChange, recordAudit, type Target } from '../../audit/index.ts';
import type { Sql } from '../../db/index.ts';
import type { SealedBox } from '../../kernel/index.ts';
import type { SignedInPerson, WithCookies } from '../../sign-in/index.ts';
import { shaped } from './answer-shape.ts';
import type { Handlers } from './call-context.ts';
import { actorOf, callerId, type Identified } from './caller.ts';
import { answerOnce } from './idempotency.ts';

/** The part of a call's context that HTTP provides. */
export type CallInput = Identified & {
  readonly signed: SignedInPerson | null;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly expectedVersion: number | null;
  readonly lastEventId: string | undefined;
  part(name: string): string;
  upload(): Readable;
  takeCookies<T>(served: WithCookies<T> | Promise<WithCookies<T>>): Promise<T>;
};

export type CallOptions = {
  /**
   * The caller's own name for this creation. If it is sent again, the same answer is returned and nothing is created.
   */
  readonly idempotencyKey: string | null;
  /** Everything is checked and answered, and nothing is stored. */
  readonly dryRun: boolean;
};

export type CallRunner = (name: CallName, input: CallInput, options: CallOptions) => Promise<unknown>;

/** Runs calls by their kind: changes in one transaction, creations at most once, actions with an audit entry. */
export function createCallRunner(deps: { sql: Sql; box: SealedBox; handlers: Handlers }): CallRunner {
  const { sql, box } = deps;
  return async (name, input, options) => {
    const { kind, answer: schema }: Call = managementCalls[name];
    const handle = deps.handlers[name] as (context: object) => unknown;
    const handler = async (context: object) => shaped(schema, (await handle(context)) ?? { done: true });
    const actor = actorOf(input.caller);
    const { accountId, expectedVersion: version, part } = input;
    const ref = (thing: string) => ({ accountId, id: part(thing), version });
    const context = { ...input, actor, ref };
    if (kind === 'read') return await handler(context);
    if (kind === 'action') {
      const entry = { accountId: accountId === '' ? null : accountId, actor, action: name };
      const audit = (target: Target | null, details: Readonly<Record<string, unknown>> = {}) =>
        recordAudit(sql, { ...entry, details, ...(target === null ? {} : { target }) });
      return await handler({ ...context, audit });
    }
    const work = async (change: Change) => {
      const run = () => handler({ ...context, change });
      const { idempotencyKey } = options;
      if (kind !== 'create' || idempotencyKey === null) return await run();
      const request = JSON.stringify([name, accountId, input.query, input.body, ...thingsIn(name).map(part)]);
      return await answerOnce(change.tx, box, callerId(input.caller), idempotencyKey, request, run);
    };
    return options.dryRun ? await makeDryRun(sql, actor, work) : await makeChange(sql, actor, work);
  };
}

/** The names of what a call's path names, besides the account. */
const thingsIn = (name: CallName): string[] =>
  [...managementCalls[name].path.matchAll(/:(\w+)/g)]
    .map(([, thing = '']) => thing)
    .filter((thing) => thing !== 'account');

class DryRunRollback extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('the transaction of a dry run is rolled back');
    this.answer = answer;
  }
}

/** Makes a change, and rolls it back. */
async function makeDryRun(
  sql: Sql,
  actor: Actor,
  work: (change: Change) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await makeChange(sql, actor, async (change) => {
      throw new DryRunRollback(await work({ ...change, isDryRun: true }));
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.answer;
    throw error;
  }
}
