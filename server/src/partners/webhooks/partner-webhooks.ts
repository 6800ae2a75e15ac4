import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../audit/index.ts';
import type { Topics } from '../../bus/index.ts';
import type { Queries } from '../../db/index.ts';
import { discardWaiting, enabledTopic, newSigningSecret } from '../../delivery/index.ts';
import { checkChosenEvents } from '../../events/index.ts';
import { type Clock, conflict, newWebhookId, notFound, type SealedBox } from '../../kernel/index.ts';
import {
  webhookRows as rows,
  type ShownWebhook,
  sealedHeaders,
  sealedSecret,
  shownWebhooks,
  type WebhookRow,
  webhookAddress,
  webhookTopic,
} from '../../webhooks/index.ts';
import * as partnerRows from './partner-webhook-rows.ts';

export type PartnerWebhookChange = {
  readonly name?: string;
  readonly url?: string;
  readonly events?: readonly string[] | null;
};

export type PartnerWebhooks = ReturnType<typeof createPartnerWebhooks>;

/**
 * The one webhook of each partner. The caller of these commands holds the lock of the partner's row and writes the
 * audit entry. A boolean result says whether anything changed.
 */
export function createPartnerWebhooks(deps: {
  readonly topics: Topics;
  readonly clock: Clock;
  readonly box: SealedBox;
  addressProblem(url: string): string | null;
}) {
  const { box, clock, topics } = deps;
  const checkUrl = (url: string): string => webhookAddress(deps, url, 'webhookUrl');
  const mustLock = async (change: Change, partnerId: string): Promise<WebhookRow> => {
    const row = await partnerRows.lock(change.tx, partnerId);
    if (row === null) throw notFound('This partner has no webhook.');
    change.afterCommit(() => topics.publish(webhookTopic, row.id));
    return row;
  };

  return {
    /** Apart from a rotation's answer, the only answer that contains the secret. */
    async create(change: Change, partnerId: string, input: { name: string; url: string }): Promise<string> {
      const id = newWebhookId();
      const secret = newSigningSecret();
      await partnerRows.insert(change.tx, {
        id,
        partnerId,
        name: input.name,
        url: checkUrl(input.url),
        ...sealedHeaders(box, id, {}),
        ...sealedSecret(box, id, secret),
      });
      return secret;
    },

    /** Fields that are left out stay as they are. */
    async update(change: Change, partnerId: string, input: PartnerWebhookChange): Promise<boolean> {
      const wanted = {
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.url === undefined ? {} : { url: checkUrl(input.url) }),
        ...(input.events === undefined ? {} : { events: checkChosenEvents(input.events) }),
      };
      const before = await mustLock(change, partnerId);
      if (isDeepStrictEqual({ ...before, ...wanted }, before)) return false;
      await rows.update(change.tx, before.id, wanted);
      return true;
    },

    /** The old secret signs beside the new one for a while. `seenSecretId` names the secret that the caller read. */
    async rotate(
      change: Change,
      partnerId: string,
      { overlapMs, seenSecretId }: { readonly overlapMs: number; readonly seenSecretId: string | null },
    ): Promise<{ secret: string; oldSecretUntil: Date }> {
      const before = await mustLock(change, partnerId);
      // A second rotation at the same moment would end the secret that the partner uses.
      if (before.secretId !== seenSecretId)
        throw conflict(
          'The secret was rotated at the same time. Check the partner, and rotate again if needed.',
        );
      const secret = newSigningSecret();
      const oldSecretUntil = new Date(clock.now() + overlapMs);
      const sealed = sealedSecret(box, before.id, secret);
      await rows.rotate(change.tx, before.id, {
        ...sealed,
        oldSecretSealed: before.secretSealed,
        oldSecretUntil,
      });
      return { secret, oldSecretUntil };
    },

    /** Which secret a partner has. */
    readSecretId: (sql: Queries, partnerId: string): Promise<string | null> =>
      partnerRows.readSecretId(sql, partnerId),

    async pause(change: Change, partnerId: string): Promise<boolean> {
      const before = await mustLock(change, partnerId);
      if (before.state === 'paused') return false;
      await rows.pause(change.tx, before.id, clock.now());
      return true;
    },

    /** Partners have no test: the operator enables a webhook without one, also after failures. */
    async enable(change: Change, partnerId: string): Promise<boolean> {
      const before = await mustLock(change, partnerId);
      if (before.state === 'active') return false;
      await rows.enable(change.tx, before.id, clock.now());
      change.afterCommit(() => topics.publish(enabledTopic, `${before.id} ${partnerId}`));
      return true;
    },

    /** Discards the waiting deliveries. Returns how many there were. */
    async remove(change: Change, partnerId: string): Promise<number> {
      const { id } = await mustLock(change, partnerId);
      await partnerRows.remove(change.tx, id);
      return await discardWaiting(change.tx, [id], clock.now());
    },

    /** Discards waiting deliveries of avatars that the account does not allow any more. */
    async narrow(
      change: Change,
      grant: {
        readonly partnerId: string;
        readonly accountId: string;
        readonly avatarIds: readonly number[];
      },
    ): Promise<number> {
      return await partnerRows.discardOtherAvatars(change.tx, grant, clock.now());
    },

    /** By the ids of their partners. */
    async views(sql: Queries, partnerIds: readonly string[]): Promise<Map<string, ShownWebhook>> {
      const found = await partnerRows.read(sql, partnerIds);
      const shown = await shownWebhooks(sql, found, ({ oldSecretUntil }) => ({
        oldSecretUntil: stillSigns(oldSecretUntil, clock.now()),
      }));
      return new Map(shown.map((webhook) => [webhook.ownerId, webhook]));
    },
  };
}

const stillSigns = (until: Date | null, now: number): Date | null =>
  until !== null && until.getTime() > now ? until : null;
