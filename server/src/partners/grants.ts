import { type GrantEnder, type PartnerScope, partnerScopes } from '@parley/protocol/management';
import { auditChange, type Change } from '../audit/index.ts';
import type { Listed, Queries, Sql, TimePage } from '../db/index.ts';
import { type Clock, conflict, invalid, newGrantId, notFound, Refusal } from '../kernel/index.ts';
import type { PartnerOutbox } from './events/partner-outbox.ts';
import { keepCoverage, startPeriod } from './grant-periods.ts';
import * as rows from './grant-rows.ts';
import type { ActiveGrant, Grant } from './partner.ts';
import { lockForGrant } from './partner-rows.ts';
import type { PartnerWebhooks } from './webhooks/partner-webhooks.ts';

/** What grants need from avatars: whether ids belong to an account. */
export type AvatarOwnership = {
  mustOwn(accountId: string, ids: readonly number[], queries: Queries): Promise<void>;
};

/** Ends OAuth tokens. */
export type OauthTokens = {
  /** All codes and tokens of a partner, or only those for one account. */
  end(
    change: Pick<Change, 'tx' | 'afterCommit'>,
    whose: { readonly partnerId: string; readonly accountId: string | null },
  ): Promise<void>;
};

export type GrantInput = {
  readonly partnerId: string;
  readonly accountId: string;
  /** The person who gives the grant. It must be an owner of the account. */
  readonly personId: string;
  readonly scopes: readonly string[];
  /** Null means every avatar of the account, later ones too. */
  readonly avatarIds: readonly number[] | null;
};

export type GrantDeps = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly avatars: AvatarOwnership;
  readonly tokens: OauthTokens;
  readonly partnerWebhooks: Pick<PartnerWebhooks, 'narrow'>;
  readonly partnerOutbox: Pick<PartnerOutbox, 'grantEnded'>;
};

export type Grants = ReturnType<typeof createGrants>;

const maxAvatars = 1_000;

/** What accounts allow partners. */
export function createGrants(deps: GrantDeps) {
  const { sql, clock, partnerWebhooks, partnerOutbox } = deps;

  const end = async (
    change: Change,
    { accountId, id }: { readonly accountId: string; readonly id: string },
    { endedBy, signInId }: { readonly endedBy: GrantEnder; readonly signInId: string | null },
  ): Promise<Grant> => {
    const { tx } = change;
    const withdrawn = await rows.withdraw(tx, accountId, id, endedBy);
    const grant = await rows.readOf(tx, accountId, id);
    if (grant === null) throw notFound('This grant does not exist. Check its id.');
    if (withdrawn === null) return grant;
    const { partnerId } = withdrawn;
    await deps.tokens.end(change, { partnerId, accountId });
    const { discarded } = await partnerOutbox.grantEnded(change, { partnerId, accountId, signInId });
    await auditChange(change, {
      accountId,
      action: endedBy === 'partner' ? 'grants.end' : 'grants.withdraw',
      target: { kind: 'partner', id: partnerId, name: grant.partner.name },
      details: { grant: id, discarded },
    });
    return grant;
  };

  return {
    /** An account has at most one active grant for a partner. A new one replaces what it allows. */
    async give(change: Change, input: GrantInput): Promise<ActiveGrant> {
      const { tx, actor } = change;
      const { partnerId, accountId } = input;
      const scopes = checkScopes(input.scopes);
      const avatarIds = checkAvatars(input.avatarIds);
      await mustBeOwner(tx, accountId, input.personId);
      if (avatarIds !== null) await deps.avatars.mustOwn(accountId, avatarIds, tx);
      const partner = await lockForGrant(tx, partnerId);
      if (partner === null) throw notFound('This partner does not exist. Check its id.');
      const before = await rows.lockActive(tx, partnerId, accountId);
      const grant = { id: before?.id ?? newGrantId(), partnerId, accountId, scopes, avatarIds };
      const written = { ...grant, grantedBy: actor.who, conversations: partner.conversations };
      if (before !== null) {
        await keepCoverage(tx, before.id);
        await rows.replace(tx, written);
      }
      if (before === null && !(await rows.insert(tx, written)))
        throw conflict('Another person allowed this at the same time. Try again.');
      await startPeriod(tx, written, clock.now());
      if (before !== null && avatarIds !== null)
        await partnerWebhooks.narrow(change, { partnerId, accountId, avatarIds });
      await auditChange(change, {
        accountId,
        action: 'consent.allow',
        target: { kind: 'partner', id: partnerId, name: partner.name },
        details: {
          grant: grant.id,
          scopes,
          avatarIds,
          conversations: partner.conversations,
          isNew: before === null,
        },
      });
      return grant;
    },

    /**
     * Ends a partner's access at once: its tokens, and everything that waits for its webhook. `signInId` is the sign-in
     * of the person who withdraws; null if the caller is not signed in. A grant that was withdrawn before stays as it
     * is.
     */
    withdraw: (
      change: Change,
      ref: { readonly accountId: string; readonly id: string },
      signInId: string | null,
      endedBy: 'account' | 'operator' = 'account',
    ): Promise<Grant> => end(change, ref, { endedBy, signInId: signInId ?? ref.id }),

    /**
     * The same by the partner itself, which therefore gets no event. Returns when the grant ended, now or before; null if
     * the account never allowed the partner access.
     */
    async endByPartner(
      change: Change,
      whose: { readonly partnerId: string; readonly accountId: string },
    ): Promise<Date | null> {
      const { partnerId, accountId } = whose;
      const active = await rows.lockActive(change.tx, partnerId, accountId);
      if (active === null) return await rows.readLastEnd(change.tx, whose);
      const { id } = active;
      return (await end(change, { accountId, id }, { endedBy: 'partner', signInId: null })).withdrawnAt;
    },

    /** What accounts allow a partner now, by their ids. */
    async active(partnerId: string, accountIds: readonly string[]): Promise<Map<string, ActiveGrant>> {
      const found = await rows.readActive(sql, partnerId, accountIds);
      return new Map(found.map((grant) => [grant.accountId, grant]));
    },

    /** The partner has used a token. This is stored at most once a minute. */
    noteUse: (id: string): Promise<void> => rows.noteUse(sql, id),

    /** Newest first, including withdrawn ones. */
    ofAccount: (accountId: string, page: TimePage): Promise<Listed<Grant>[]> =>
      rows.listOf(sql, { accountId }, page),
    ofPartner: (partnerId: string, page: TimePage): Promise<Listed<Grant>[]> =>
      rows.listOf(sql, { partnerId }, page),
  };
}

/** Checked inside the transaction, because an owner may become a member at the same moment. */
async function mustBeOwner(tx: Queries, accountId: string, personId: string): Promise<void> {
  const [row] = await tx<{ role: string }[]>`
    select role from members where account_id = ${accountId} and person_id = ${personId} for share`;
  if (row === undefined) throw notFound('This account does not exist. Check its id.');
  if (row.role !== 'owner') throw new Refusal('forbidden', 'Only an owner of the account may allow this.');
}

function checkScopes(names: readonly string[]): PartnerScope[] {
  const unknown = names.find((name) => !partnerScopes.some((scope) => scope === name));
  if (unknown !== undefined || names.length === 0)
    throw invalid(`A grant needs at least one scope of: ${partnerScopes.join(', ')}.`);
  return partnerScopes.filter((scope) => names.includes(scope));
}

function checkAvatars(ids: readonly number[] | null): readonly number[] | null {
  if (ids === null) return null;
  const unique = [...new Set(ids)].sort((a, b) => a - b);
  if (unique.length === 0) throw invalid('Choose at least one avatar, or all of them.', 'avatars');
  if (unique.length > maxAvatars) throw invalid(`Choose at most ${maxAvatars} avatars, or all.`, 'avatars');
  return unique;
}
