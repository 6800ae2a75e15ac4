import { createMembers } from '../accounts/index.ts';
import type { Avatars } from '../avatars/index.ts';
import type { Sql } from '../db/index.ts';
import type { Clock, Log, SealedBox } from '../kernel/index.ts';
import {
  type AccessTokens,
  createAccessTokens,
  createConsents,
  createItems,
  createOauth,
  endPartnerTokens,
  type Oauth,
  resealOauthItems,
} from '../oauth/index.ts';
import {
  type Consents,
  createGrants,
  createPartners,
  type Grants,
  type PartnerOutbox,
  type Partners,
  type PartnerWebhooks,
} from '../partners/index.ts';

export type PartnerServices = AsyncDisposable & {
  readonly partners: Partners;
  readonly grants: Grants;
  readonly consents: Consents;
  readonly oauth: Oauth;
  readonly accessTokens: AccessTokens;
};

/** Starts what partners need: their records and grants, OAuth, and the check of their tokens. */
export async function startPartners(deps: {
  readonly sql: Sql;
  readonly box: SealedBox;
  readonly clock: Clock;
  readonly log: Log;
  readonly baseUrl: string;
  readonly avatars: Avatars;
  readonly partnerWebhooks: PartnerWebhooks;
  readonly partnerOutbox: PartnerOutbox;
  /** Null in tests that run the background jobs step by step. */
  readonly backgroundMs?: null | undefined;
}): Promise<PartnerServices> {
  const { sql, box, log } = deps;
  const resealed = await resealOauthItems(sql, box);
  if (resealed > 0) log.info({ count: resealed }, 'sealed OAuth tokens again with the current key');
  const items = createItems(box);
  const tokens = { end: endPartnerTokens };
  const partners = createPartners({ ...deps, tokens });
  const grants = createGrants({ ...deps, tokens });
  const oauth = createOauth({
    ...deps,
    items,
    partners,
    grants,
    ...(deps.backgroundMs === null ? { cleanMs: null } : {}),
  });
  return {
    partners,
    grants,
    oauth,
    consents: createConsents({ ...deps, items, partners, grants, members: createMembers(sql) }),
    accessTokens: createAccessTokens({ ...deps, grants }),
    [Symbol.asyncDispose]: () => oauth[Symbol.asyncDispose](),
  };
}
