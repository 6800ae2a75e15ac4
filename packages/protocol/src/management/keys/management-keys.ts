import { type Static, Type } from 'typebox';
import { nullable, page, strict, time } from '../common-schemas.ts';
import { scopeNames } from '../scopes.ts';

/** A key with which a program of the account uses the management API. */
export const managementKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  last4: Type.String(),
  scopes: Type.Array(Type.Enum(scopeNames)),
  state: Type.Enum(['active', 'expired', 'revoked'] as const),
  createdAt: time,
  /** Who created it. */
  createdBy: Type.String(),
  /** Null means never. */
  expiresAt: nullable(time),
  revokedAt: nullable(time),
  /** Up to a minute late. */
  lastUsedAt: nullable(time),
});
export type ManagementKey = Static<typeof managementKey>;
export const managementKeyPage = page(managementKey);

export const newManagementKey = Type.Object(
  {
    name: Type.String(),
    scopes: Type.Array(Type.String(), { maxItems: 100 }),
    expiresAt: Type.Optional(nullable(time)),
  },
  strict,
);
export type NewManagementKey = Static<typeof newManagementKey>;

/** The only answer that ever contains the key. */
export const createdManagementKey = Type.Object({ ...managementKey.properties, key: Type.String() });
export type CreatedManagementKey = Static<typeof createdManagementKey>;

/** A key as it sees itself. `account` is the id of the account that it may use. */
export const currentManagementKey = Type.Object({ ...managementKey.properties, account: Type.String() });
