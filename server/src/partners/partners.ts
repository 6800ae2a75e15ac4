import { isDeepStrictEqual } from 'node:util';
import { auditChange, type Change } from '../audit/index.ts';
import type { Listed, Queries, Sql, TimePage } from '../db/index.ts';
import { mustBeVersion, newPartnerId, notFound, plainName } from '../kernel/index.ts';
import { clientSecretHash, newClientSecret } from './client-secret.ts';
import { withdrawAll } from './grant-rows.ts';
import type { OauthTokens } from './grants.ts';
import type { Partner, PartnerClient } from './partner.ts';
import * as rows from './partner-rows.ts';
import { checkRedirectUris } from './redirect-uri.ts';
import type { PartnerWebhooks } from './webhooks/partner-webhooks.ts';

export type PartnerInput = {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly webhookUrl: string;
  /** True if left out. */
  readonly conversations?: boolean;
};

/** Fields that are left out stay as they are. */
export type PartnerUpdate = Partial<PartnerInput> & { readonly events?: readonly string[] | null };

/** Identifies a partner. `version` is the version that the caller has seen; null accepts any version. */
export type PartnerRef = { readonly id: string; readonly version?: number | null };

export type Partners = ReturnType<typeof createPartners>;

const overlapMs = 24 * 3_600_000;

/** What operators do with partners. What accounts allow them is in grants.ts. */
export function createPartners(deps: {
  readonly sql: Sql;
  readonly partnerWebhooks: PartnerWebhooks;
  readonly tokens: OauthTokens;
}) {
  const { sql, partnerWebhooks } = deps;

  const viewsOf = async <R extends rows.PartnerRow>(
    queries: Queries,
    found: readonly R[],
  ): Promise<(R & Partner)[]> => {
    const webhooks = await partnerWebhooks.views(
      queries,
      found.map(({ id }) => id),
    );
    return found.flatMap((row) => {
      const webhook = webhooks.get(row.id);
      // A partner without a webhook is being deleted right now.
      return webhook === undefined ? [] : [{ ...row, webhook }];
    });
  };
  const read = async (queries: Queries, id: string): Promise<Partner> => {
    const row = await rows.read(queries, id);
    const [partner] = row === null ? [] : await viewsOf(queries, [row]);
    if (partner === undefined) throw unknownPartner();
    return partner;
  };
  const lock = async (change: Change, { id, version }: PartnerRef): Promise<rows.PartnerRow> => {
    const row = await rows.lock(change.tx, id);
    if (row === null) throw unknownPartner();
    mustBeVersion(row.version, version);
    return row;
  };
  const audit = (change: Change, { id, name }: { id: string; name: string }, action: string, details = {}) =>
    auditChange(change, { accountId: null, action, target: { kind: 'partner', id, name }, details });
  /** Changes the webhook. If it differs, raises the version and adds an entry to the audit log. */
  const applyToWebhook = async (
    change: Change,
    ref: PartnerRef,
    action: string,
    write: (change: Change, id: string) => Promise<boolean>,
  ): Promise<Partner> => {
    const row = await lock(change, ref);
    if (await write(change, ref.id)) {
      await rows.update(change.tx, ref.id, {});
      await audit(change, row, action);
    }
    return await read(change.tx, ref.id);
  };

  return {
    /** The only answer that contains the client secret. It cannot be reset. */
    async create(
      change: Change,
      input: PartnerInput,
    ): Promise<{ partner: Partner; clientSecret: string; webhookSecret: string }> {
      const id = newPartnerId();
      const name = checkName(input.name);
      const redirectUris = checkRedirectUris(input.redirectUris);
      const { conversations = true } = input;
      const clientSecret = newClientSecret();
      const secretHash = clientSecretHash(clientSecret);
      await rows.insert(change.tx, { id, name, redirectUris, conversations, secretHash });
      const webhookSecret = await partnerWebhooks.create(change, id, { name, url: input.webhookUrl });
      const partner = await read(change.tx, id);
      const details = { redirectUris, webhookUrl: partner.webhook.url, conversations };
      await audit(change, partner, 'partners.create', details);
      return { partner, clientSecret, webhookSecret };
    },

    /** Newest first. */
    list: async (page: TimePage): Promise<Listed<Partner>[]> =>
      await viewsOf(sql, await rows.list(sql, page)),

    get: (id: string): Promise<Partner> => read(sql, id),

    /** For OAuth. Null if there is no such partner, or no longer. */
    client: (id: string): Promise<PartnerClient | null> => rows.readClient(sql, id),

    async update(change: Change, ref: PartnerRef, input: PartnerUpdate): Promise<Partner> {
      const { webhookUrl: url, events } = input;
      const wanted = {
        ...(input.name === undefined ? {} : { name: checkName(input.name) }),
        ...(input.redirectUris === undefined ? {} : { redirectUris: checkRedirectUris(input.redirectUris) }),
        ...(input.conversations === undefined ? {} : { conversations: input.conversations }),
      };
      const before = await lock(change, ref);
      const ofWebhook = {
        ...(wanted.name === undefined ? {} : { name: wanted.name }),
        ...(url === undefined ? {} : { url }),
        ...(events === undefined ? {} : { events }),
      };
      const webhookChanged = await partnerWebhooks.update(change, ref.id, ofWebhook);
      if (webhookChanged || !isDeepStrictEqual({ ...before, ...wanted }, before)) {
        await rows.update(change.tx, ref.id, wanted);
        const details = {
          ...wanted,
          ...(url === undefined ? {} : { webhookUrl: url }),
          ...(events === undefined ? {} : { events }),
        };
        await audit(change, { ...before, ...wanted }, 'partners.update', details);
      }
      return await read(change.tx, ref.id);
    },

    /** Makes a new signing secret. The old one also signs for another day. */
    async rotate(
      change: Change,
      ref: PartnerRef,
    ): Promise<{ partner: Partner; webhookSecret: string; oldSecretUntil: Date }> {
      const seenSecretId = await partnerWebhooks.readSecretId(change.tx, ref.id);
      const row = await lock(change, ref);
      const rotated = await partnerWebhooks.rotate(change, ref.id, { overlapMs, seenSecretId });
      const { secret, oldSecretUntil } = rotated;
      await rows.update(change.tx, ref.id, {});
      await audit(change, row, 'partners.rotate', { oldSecretUntil: oldSecretUntil.getTime() });
      return { partner: await read(change.tx, ref.id), webhookSecret: secret, oldSecretUntil };
    },

    /** Holds all deliveries until the operator enables the webhook again. */
    pause: (change: Change, ref: PartnerRef): Promise<Partner> =>
      applyToWebhook(change, ref, 'partners.pause', partnerWebhooks.pause),
    enable: (change: Change, ref: PartnerRef): Promise<Partner> =>
      applyToWebhook(change, ref, 'partners.enable', partnerWebhooks.enable),

    /** Ends its grants and tokens, and discards what waits for its webhook. The accounts find it in their audit log. */
    async remove(change: Change, ref: PartnerRef): Promise<{ grants: number; discarded: number }> {
      const row = await lock(change, ref);
      const accounts = await withdrawAll(change.tx, ref.id);
      await deps.tokens.end(change, { partnerId: ref.id, accountId: null });
      const discarded = await partnerWebhooks.remove(change, ref.id);
      await rows.remove(change.tx, ref.id);
      const outcome = { grants: accounts.length, discarded };
      await audit(change, row, 'partners.delete', outcome);
      const target = { kind: 'partner', id: row.id, name: row.name };
      for (const accountId of accounts)
        await auditChange(change, { accountId, action: 'partners.delete', target });
      return outcome;
    },
  };
}

const unknownPartner = () => notFound('This partner does not exist. Check its id.');

const checkName = (name: string): string => plainName('The partner’s name', name, 120);
