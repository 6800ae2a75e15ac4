import type { Permission } from '@parley/protocol';
import type { RateRule } from '../bus/index.ts';

export type KeyRecord = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly last4: string;
  readonly permissions: readonly Permission[];
  /** Null is every avatar of the account. */
  readonly avatarIds: readonly number[] | null;
  /** Null is every origin, and none. */
  readonly origins: readonly string[] | null;
  readonly burst: number | null;
  readonly rate: number | null;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  readonly revokedAt: Date | null;
};

export const defaultKeyRule: RateRule = { burst: 100, rate: 50 };

export const ruleOf = (key: KeyRecord): RateRule =>
  key.burst === null && key.rate === null
    ? defaultKeyRule
    : { burst: key.burst ?? defaultKeyRule.burst, rate: key.rate ?? defaultKeyRule.rate };
