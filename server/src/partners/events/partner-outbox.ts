import type { EventDetails } from '@parley/protocol';
import type { Change } from '../../audit/index.ts';
import { plainSummary, readTranscript } from '../../conversations/index.ts';
import type { Queries } from '../../db/index.ts';
import {
  type EventSource,
  makeEvent,
  messageIsCoveredBy,
  type Outbox,
  type StoredEvent,
} from '../../events/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { discardForAccount, findPartnerWebhook } from '../webhooks/partner-webhook-rows.ts';
import {
  type ConversationPartner,
  lockConversationPartners,
  lockPartnersOfPerson,
} from './partner-grants.ts';

export type EndedGrant = {
  readonly partnerId: string;
  readonly accountId: string;
  /**
   * The id of the sign-in with which a person withdrew it. The grant's own id if the caller was not signed in. Null if the
   * partner itself ended it: then it is sent nothing more.
   */
  readonly signInId: string | null;
};

/** Writes the events for partners that do not come from sessions, and ends their deliveries. */
export type PartnerOutbox = {
  /**
   * Call it in the transaction that ends a grant, after the statement that marks it as withdrawn. That statement
   * waits for events that are being written under the grant, so all of them are found here and discarded. Then the
   * partner gets `customer:logout`.
   */
  grantEnded(change: Pick<Change, 'tx' | 'afterCommit'>, grant: EndedGrant): Promise<{ discarded: number }>;
  /**
   * Call it in the transaction that ends sign-ins. Each partner of the person's accounts gets `customer:logout`, once
   * for each account and sign-in. Call the returned function after the commit.
   */
  signInsEnded(
    tx: Queries,
    ended: { readonly personId: string; readonly signInIds: readonly string[] },
  ): Promise<() => void>;
};

export function createPartnerOutbox({ outbox, clock }: { outbox: Outbox; clock: Clock }): PartnerOutbox {
  return {
    async grantEnded({ tx, afterCommit }, { partnerId, accountId, signInId }) {
      const webhook = await findPartnerWebhook(tx, partnerId);
      if (webhook === null) return { discarded: 0 };
      const discarded = await discardForAccount(tx, { webhookId: webhook.id, accountId }, clock.now());
      if (signInId === null) return { discarded };
      const logout = customerLogout({ partnerId, accountId, signInId }, clock.now());
      const enqueued = await outbox.enqueue(tx, [logout]);
      afterCommit(() => outbox.committed(enqueued));
      return { discarded };
    },
    async signInsEnded(tx, { personId, signInIds }) {
      if (signInIds.length === 0) return () => {};
      const partners = await lockPartnersOfPerson(tx, personId);
      if (partners.length === 0) return () => {};
      const events = signInIds.flatMap((signInId) =>
        partners.map((partner) => customerLogout({ ...partner, signInId }, clock.now())),
      );
      const enqueued = await outbox.enqueue(tx, events);
      return () => outbox.committed(enqueued);
    },
  };
}

const customerLogout = (
  { partnerId, accountId, signInId }: EndedGrant & { readonly signInId: string },
  timestamp: number,
): StoredEvent =>
  makeEvent({ accountId, partnerId, avatarId: null, sessionId: null, sequence: null }, 'customer:logout', {
    client_id: partnerId,
    account_id: accountId,
    session_id: signInId,
    timestamp,
  });

/**
 * A conversation as an event of its own for each partner that may read it, or the part that it may read. Call it in the
 * transaction that writes the events: the grants stay locked until its end.
 */
export async function conversationsForPartners(
  tx: Queries,
  source: EventSource & { readonly avatarId: number; readonly sessionId: string },
  details: EventDetails['session:conversation'],
): Promise<StoredEvent[]> {
  const { timestamp, conversation_start_time: startedAtMs, conversation_end_time: endedAtMs } = details;
  const conversation = {
    ...source,
    startedAtMs: startedAtMs ?? endedAtMs ?? timestamp,
    endedAtMs: endedAtMs ?? timestamp,
  };
  const events: StoredEvent[] = [];
  for (const partner of await lockConversationPartners(tx, conversation)) {
    const { partnerId, coveredSince } = partner;
    const readable = {
      ...(partner.isPart ? await coveredPart(tx, source, details, partner) : details),
      conversation_start_time: startedAtMs === null ? null : Math.max(startedAtMs, coveredSince),
      client_id: partnerId,
    };
    events.push(makeEvent({ ...source, partnerId }, 'session:conversation', readable));
  }
  return events;
}

/** The summary is made from the same words: that of the whole conversation could tell the others. */
async function coveredPart(
  tx: Queries,
  { sessionId, avatarId }: { readonly sessionId: string; readonly avatarId: number },
  details: EventDetails['session:conversation'],
  { grantId }: ConversationPartner,
): Promise<EventDetails['session:conversation']> {
  const { entries: transcript, isCut } = await readTranscript(
    tx,
    sessionId,
    messageIsCoveredBy(tx, tx`${grantId}::text`, avatarId),
  );
  const { transcript_truncated: _, ...whole } = details;
  return {
    ...whole,
    transcript,
    ...(isCut ? { transcript_truncated: true as const } : {}),
    summary: plainSummary(transcript, details.avatar_name),
  };
}
