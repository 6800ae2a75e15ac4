import type { Permission } from '@parley/protocol';
import type { RateRule } from '../bus/index.ts';

export type KeyRecord = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly last4: string;
  readonly permissions: readonly Permission[];
  /** Null means every avatar of the account. */
  readonly avatarIds: readonly number[] | null;
  /** Null means every origin, and requests without one. */
  readonly origins: readonly string[] | null;
  readonly burst: number | null;
  readonly rate: number | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  readonly revokedAt: Date | null;
};

export const defaultKeyRule: RateRule = { burst: 100, rate: 50 };

export const ruleOf = (key: KeyRecord): RateRule =>
  key.burst === null && key.rate === null
    ? defaultKeyRule
    : { burst: key.burst ?? defaultKeyRule.burst, rate: key.rate ?? defaultKeyRule.rate };

/**
 * The bucket in which a key's requests are counted. A new rule starts with a full bucket. In the old bucket, a raised
 * limit would continue to refuse requests until the time that the old, slower rate had computed.
 */
export const bucketOf = (key: KeyRecord): string =>
  key.burst === null && key.rate === null ? `key:${key.id}` : `key:${key.id}:${key.burst}:${key.rate}`;
