import type { Scope } from '@parley/protocol/management';

export type ManagementKey = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  readonly createdBy: string;
  readonly createdAt: number;
  /** Null means never. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
};
