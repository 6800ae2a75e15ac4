import type { Queries, Sql } from '../db/index.ts';
import { type Actor, recordAudit, type Target } from './audit.ts';

/** A change that somebody makes, in one transaction with its entry in the audit log. */
export type Change = {
  readonly tx: Queries;
  readonly actor: Actor;
  /** The transaction will be rolled back. Numbers that a rollback does not give back must not be taken. */
  readonly isDryRun?: true;
  /** Called after the commit. It tells the other processes, for example, and must not throw. */
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
  const effects: (() => void)[] = [];
  const { result } = await sql.begin(async (tx) => ({
    result: await work({ tx, actor, afterCommit: (effect) => effects.push(effect) }),
  }));
  for (const effect of effects) effect();
  return result;
}

export async function auditChange({ tx, actor, isDryRun }: Change, entry: ChangeEntry): Promise<void> {
  if (!isDryRun) await recordAudit(tx, { ...entry, actor });
}
