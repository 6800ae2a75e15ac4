import { type Static, Type } from 'typebox';
import { permissionScopes } from '../permissions.ts';
import { nullable, strict, time } from './parts.ts';

export const apiKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  last4: Type.String(),
  permissions: Type.Array(Type.Enum(permissionScopes)),
  /** Null is every avatar. */
  avatarIds: nullable(Type.Array(Type.String())),
  /** Null is every origin. */
  origins: nullable(Type.Array(Type.String())),
  state: Type.Union([Type.Literal('active'), Type.Literal('disabled'), Type.Literal('revoked')]),
  /** Requests at once, and requests a second. */
  burst: Type.Integer(),
  rate: Type.Integer(),
  createdAt: time,
  disabledAt: nullable(time),
  revokedAt: nullable(time),
  /** Up to a minute late. */
  lastUsedAt: nullable(time),
  /** Since midnight UTC. */
  requestsToday: Type.Integer(),
});
export type ApiKey = Static<typeof apiKey>;
export const apiKeys = Type.Object({ items: Type.Array(apiKey) });
export type ApiKeys = Static<typeof apiKeys>;

export const newApiKey = Type.Object(
  {
    name: Type.String(),
    permissions: Type.Array(Type.String()),
    avatarIds: Type.Optional(Type.Array(Type.String())),
    origins: Type.Optional(Type.Array(Type.String())),
  },
  strict,
);
export type NewApiKey = Static<typeof newApiKey>;

/** Fields that are left out stay as they are. Null is every avatar, or every origin. */
export const apiKeyChange = Type.Object(
  {
    name: Type.Optional(Type.String()),
    permissions: Type.Optional(Type.Array(Type.String())),
    avatarIds: Type.Optional(nullable(Type.Array(Type.String()))),
    origins: Type.Optional(nullable(Type.Array(Type.String()))),
  },
  strict,
);
export type ApiKeyChange = Static<typeof apiKeyChange>;

/** The only answer that ever contains the key. */
export const createdApiKey = Type.Object({ ...apiKey.properties, key: Type.String() });
export type CreatedApiKey = Static<typeof createdApiKey>;
