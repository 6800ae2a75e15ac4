import { hash } from 'node:crypto';
import { isScope, type Scope, scopeNames } from '@parley/protocol/management';
import { auditChange, type Change } from '../audit/index.ts';
import type { Listed, Sql, TimePage } from '../db/index.ts';
import {
  base62,
  type Clock,
  invalid,
  newManagementKeyId,
  notFound,
  plainName,
  RecentMisses,
  randomText,
} from '../kernel/index.ts';
import type { ManagementKey } from './management-key.ts';
import * as rows from './management-key-rows.ts';

export type ManagementKeyInput = {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: number | null;
};

export type ManagementKeyCheck =
  | { readonly outcome: 'good'; readonly key: ManagementKey }
  | { readonly outcome: 'unknown' | 'revoked' | 'expired' };

export type ManagementKeys = ReturnType<typeof createManagementKeys>;

const prefix = 'pmk_';
const form = /^pmk_[0-9A-Za-z]{40}$/;
const maxPerAccount = 500;

/** Whether a token has the form of a management key. */
export const isManagementKey = (text: string): boolean => form.test(text);

/** A key is random, so one round of SHA-256 cannot be reversed by guessing. */
const hashOf = (text: string): string => hash('sha256', text, 'hex');

/** Keys with which an account's programs use the management API. */
export function createManagementKeys({ sql, clock }: { sql: Sql; clock: Clock }) {
  // A key is random, so nobody can have asked for it before it existed.
  const misses = new RecentMisses(clock);
  return {
    /** The only time at which the service shows the key itself. */
    async create(
      change: Change,
      accountId: string,
      input: ManagementKeyInput,
    ): Promise<{ record: ManagementKey; key: string }> {
      const name = plainName('The key’s name', input.name, 120);
      const scopes = checkScopes(input.scopes);
      const expiresAt = input.expiresAt ?? null;
      if (expiresAt !== null && expiresAt <= clock.now())
        throw invalid('expiresAt must be in the future.', 'expiresAt');
      if ((await rows.count(change.tx, accountId)) >= maxPerAccount)
        throw invalid(`An account can have at most ${maxPerAccount} management keys. Revoke some first.`);
      const key = prefix + randomText(base62, 40);
      const record = await rows.insert(change.tx, {
        id: newManagementKeyId(),
        accountId,
        name,
        hash: hashOf(key),
        last4: key.slice(-4),
        scopes,
        createdBy: change.actor.who,
        expiresAt,
      });
      await auditChange(change, {
        accountId,
        action: 'managementKeys.create',
        target: targetOf(record),
        details: { scopes, expiresAt, last4: record.last4 },
      });
      return { record, key };
    },

    /** Newest first. */
    list: (accountId: string, page: TimePage): Promise<Listed<ManagementKey>[]> =>
      rows.list(sql, accountId, page),

    /** A revoked key stays revoked. */
    async revoke(change: Change, accountId: string, id: string): Promise<ManagementKey> {
      const { record, changed } = await rows.revoke(change.tx, accountId, id);
      if (record === null) throw notFound('This management key does not exist. Check its id.');
      if (changed)
        await auditChange(change, { accountId, action: 'managementKeys.revoke', target: targetOf(record) });
      return record;
    },

    /** Reads the key each time, so that a revoked key is refused at once in every process. */
    async check(text: string): Promise<ManagementKeyCheck> {
      if (!isManagementKey(text)) return { outcome: 'unknown' };
      const hash = hashOf(text);
      const key = misses.has(hash) ? null : await rows.readByHash(sql, hash);
      if (key === null) {
        if (!misses.has(hash)) misses.add(hash);
        return { outcome: 'unknown' };
      }
      if (key.revokedAt !== null) return { outcome: 'revoked' };
      if (key.expiresAt !== null && key.expiresAt <= clock.now()) return { outcome: 'expired' };
      await rows.noteUse(sql, key);
      return { outcome: 'good', key };
    },

    stateOf({ revokedAt, expiresAt }: ManagementKey): 'active' | 'expired' | 'revoked' {
      if (revokedAt !== null) return 'revoked';
      return expiresAt !== null && expiresAt <= clock.now() ? 'expired' : 'active';
    },
  };
}

const targetOf = ({ id, name }: ManagementKey) => ({ kind: 'management-key', id, name });

function checkScopes(names: readonly string[]): Scope[] {
  const unknown = names.find((name) => !isScope(name));
  if (unknown !== undefined)
    throw invalid(
      `"${unknown.slice(0, 40)}" is not a scope. Choose from: ${scopeNames.join(', ')}.`,
      'scopes',
    );
  if (names.length === 0)
    throw invalid(`A key needs at least one scope of: ${scopeNames.join(', ')}.`, 'scopes');
  return [...new Set(names.filter(isScope))];
}
