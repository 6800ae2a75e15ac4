import { type Static, Type } from 'typebox';
import { permissionScopes } from '../../permissions.ts';
import { choice, nullable, page, strict, time, version } from '../common-schemas.ts';

export const apiKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  last4: Type.String(),
  permissions: Type.Array(Type.Enum(permissionScopes)),
  /** Null means every avatar. */
  avatarIds: nullable(Type.Array(Type.String())),
  /** Null means every origin. */
  origins: nullable(Type.Array(Type.String())),
  state: choice('active', 'disabled', 'revoked'),
  /** Requests at once, and requests a second. */
  burst: Type.Integer(),
  rate: Type.Integer(),
  /** Whether the operator has set special limits for this key. */
  hasOwnLimits: Type.Boolean(),
  version,
  createdAt: time,
  disabledAt: nullable(time),
  revokedAt: nullable(time),
  /** Up to a minute late. */
  lastUsedAt: nullable(time),
  /** Since midnight UTC. */
  requestsToday: Type.Integer(),
});
export type ApiKey = Static<typeof apiKey>;
/** Newest first. */
export const apiKeyPage = page(apiKey);
export type ApiKeyPage = Static<typeof apiKeyPage>;

/** Null or a missing field means every avatar or every origin. */
export const newApiKey = Type.Object(
  {
    name: Type.String(),
    permissions: Type.Array(Type.String()),
    avatarIds: Type.Optional(nullable(Type.Array(Type.String()))),
    origins: Type.Optional(nullable(Type.Array(Type.String()))),
  },
  strict,
);
export type NewApiKey = Static<typeof newApiKey>;

/** Missing fields stay unchanged. Null means every avatar or every origin. */
export const apiKeyChange = Type.Partial(newApiKey, strict);
export type ApiKeyChange = Static<typeof apiKeyChange>;

/** The only answer that ever contains the key. */
export const createdApiKey = Type.Object({ ...apiKey.properties, key: Type.String() });
export type CreatedApiKey = Static<typeof createdApiKey>;

const limit = Type.Integer({ minimum: 1, maximum: 1_000_000 });
/** Null restores the default. */
export const keyLimitsInput = Type.Object({ burst: nullable(limit), rate: nullable(limit) }, strict);
