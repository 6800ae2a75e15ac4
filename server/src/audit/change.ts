import type { Queries, Sql } from '../db/index.ts';
import { type Actor, recordAudit, type Target } from './audit.ts';

/** A change by an actor, in one transaction with its entry in the audit log. */
export type Change = {
  readonly tx: Queries;
  readonly actor: Actor;
  /**
   * The transaction will be rolled back. It must not use up numbers that a rollback does not return, such as ids of a
   * sequence.
   */
  readonly isDryRun?: true;
  /** Called after the commit, for example to notify other processes. It must not throw. */
  afterCommit(effect: () => void): void;
};

export type ChangeEntry = {
  readonly accountId: string | null;
  /** A noun and a verb, such as `keys.create`. */
  readonly action: string;
  readonly target?: Target;
  /** Never secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
};

/** Makes a change in a transaction of its own. */
export async function makeChange<T>(
  sql: Sql,
  actor: Actor,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { result, effects } = await sql.begin(async (tx) => {
    // A transaction that collides with another one runs again. Only the effects of its last run count.
    const effects: (() => void)[] = [];
    const result = await work({ tx, actor, afterCommit: (effect) => effects.push(effect) });
    return { result, effects };
  });
  for (const effect of effects) effect();
  return result;
}

export async function auditChange({ tx, actor, isDryRun }: Change, entry: ChangeEntry): Promise<void> {
  if (!isDryRun) await recordAudit(tx, { ...entry, actor });
}
