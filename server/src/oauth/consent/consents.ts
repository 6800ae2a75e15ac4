import { type Consent, type PartnerScope, partnerScopes } from '@parley/protocol/management';
import type { Members } from '../../accounts/index.ts';
import type { Queries, Sql } from '../../db/index.ts';
import { conflict, notFound } from '../../kernel/index.ts';
import type { ConsentRequest, Consents, Grants } from '../../partners/index.ts';
import type { FindPartner } from '../provider/partner-client.ts';
import type { Item, Items } from '../tokens/oauth-items.ts';
import { holdsSecret } from './browser-secret.ts';

/** What a person decided, as the OAuth library reads it. */
export type Decision =
  | {
      readonly login: { readonly accountId: string; readonly remember: false };
      /** The sign-in of the person who allowed it. */
      readonly consent: { readonly signInId: string };
    }
  | { readonly error: 'access_denied'; readonly error_description: string };

export type ConsentDeps = {
  readonly sql: Sql;
  readonly items: Items;
  readonly baseUrl: string;
  readonly members: Pick<Members, 'accountsOf'>;
  readonly partners: FindPartner;
  readonly grants: Pick<Grants, 'give' | 'active'>;
};
type PendingRequest = Item & {
  readonly partnerId: string;
  readonly redirectUri: string;
  readonly scopes: readonly PartnerScope[];
};

const unknownRequest = () =>
  notFound('No application asks for access in this browser. Go back to the application and connect again.');
const decided = () =>
  conflict('This request was already answered. To change the answer, connect again in the application.');

/** Requests of partners that wait for a person's decision. Each is bound to the browser that brought it. */
export function createConsents(deps: ConsentDeps): Consents {
  const { sql, items, baseUrl } = deps;
  const continueTo = (uid: string) => ({ continueTo: `${baseUrl}/oauth/authorize/${uid}` });

  const decide = async (
    tx: Queries,
    request: ConsentRequest,
    decisionFor: (asked: PendingRequest) => Promise<Decision>,
  ): Promise<{ continueTo: string }> => {
    const asked = askedIn(await items.lock(tx, 'Interaction', request.uid), request);
    const decision = await decisionFor(asked);
    const before = decisionIn(asked);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(decision)) throw decided();
    await items.setPayload(tx, 'Interaction', request.uid, { ...asked.payload, result: decision });
    return continueTo(request.uid);
  };

  return {
    async get(request) {
      const asked = askedIn(await items.find(sql, 'Interaction', request.uid), request);
      const { partnerId, redirectUri, scopes, expiresAtMs } = asked;
      const partner = await deps.partners.client(partnerId);
      if (partner === null) throw unknownRequest();
      return {
        partner: { id: partnerId, name: partner.name, redirectHost: new URL(redirectUri).host },
        scopes: [...scopes],
        sendsConversations: partner.conversations,
        accounts: await accountsFor(deps, request, partnerId),
        expiresAt: expiresAtMs,
      };
    },

    allow: (change, request, input) =>
      decide(change.tx, request, async ({ partnerId, scopes }) => {
        const { person, signInId } = request.person;
        await deps.grants.give(change, { ...input, partnerId, personId: person.id, scopes });
        return { login: { accountId: input.accountId, remember: false }, consent: { signInId } };
      }),

    deny: (request) =>
      sql.begin((tx) =>
        decide(tx, request, async () => ({
          error: 'access_denied',
          error_description: 'the person refused',
        })),
      ),
  };
}

function askedIn(item: Item | null, { uid, cookie }: ConsentRequest): PendingRequest {
  if (item === null || uid === '' || !holdsSecret(cookie, item.payload.cid)) throw unknownRequest();
  const params = (item.payload.params ?? {}) as Readonly<Record<string, unknown>>;
  const given = String(params.scope ?? '').split(' ');
  return {
    ...item,
    partnerId: String(params.client_id),
    redirectUri: String(params.redirect_uri),
    scopes: partnerScopes.filter((scope) => given.includes(scope)),
  };
}

export const decisionIn = ({ payload }: Item): Decision | undefined => payload.result as Decision | undefined;

/** The accounts of the person, with what each of them allows the partner now. */
async function accountsFor(
  { members, grants }: Pick<ConsentDeps, 'members' | 'grants'>,
  { person }: ConsentRequest,
  partnerId: string,
): Promise<Consent['accounts']> {
  const accounts = await members.accountsOf(person.person.id);
  const present = await grants.active(
    partnerId,
    accounts.map(({ id }) => id),
  );
  return accounts.map(({ id, name, role }) => {
    const avatars = present.get(id)?.avatarIds;
    return {
      id,
      name,
      role,
      mayGrant: role === 'owner',
      ...(avatars === undefined ? {} : { avatars: avatars?.map(String) ?? null }),
    };
  });
}
