import { createMembers } from '../accounts/index.ts';
import {
  createAccessTokens,
  createConsents,
  createItems,
  createOauth,
  endPartnerTokens,
} from '../oauth/index.ts';
import { createGrants, createPartners, type PartnerOutbox, type PartnerWebhooks } from '../partners/index.ts';
import type { SharedDeps } from './deps.ts';

export type PartnerServices = Awaited<ReturnType<typeof startPartners>>;

/** Starts what partners need: their records and grants, OAuth, and the check of their tokens. */
export async function startPartners(
  deps: SharedDeps & {
    readonly partnerWebhooks: PartnerWebhooks;
    readonly partnerOutbox: PartnerOutbox;
    /** Null in tests that run the background jobs step by step. */
    readonly backgroundMs?: null | undefined;
  },
) {
  const { sql, box } = deps;
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
