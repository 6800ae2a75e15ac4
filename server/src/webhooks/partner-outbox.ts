import type { Change } from '../audit/index.ts';
import type { Clock } from '../kernel/index.ts';
import { makeEvent, type StoredEvent } from './event.ts';
import type { Outbox } from './outbox.ts';
import { discardForAccount, findPartnerWebhook } from './partner-webhook-rows.ts';

export type WithdrawnGrant = {
  readonly partnerId: string;
  readonly accountId: string;
  /** The id of the sign-in by which a person withdrew it. The grant's own id if nobody was signed in. */
  readonly signInId: string;
};

/** What partners are told beside the events of sessions, and the end of what they are told. */
export type PartnerOutbox = {
  /**
   * Belongs into the transaction that withdraws a grant, after the statement that marks it as withdrawn. That statement
   * waits for events that are being written under the grant, so all of them are found here and discarded. Then the
   * partner gets `customer:logout`.
   */
  grantWithdrawn(
    change: Pick<Change, 'tx' | 'afterCommit'>,
    grant: WithdrawnGrant,
  ): Promise<{ discarded: number }>;
};

export function createPartnerOutbox({ outbox, clock }: { outbox: Outbox; clock: Clock }): PartnerOutbox {
  return {
    async grantWithdrawn({ tx, afterCommit }, grant) {
      const { partnerId, accountId } = grant;
      const webhook = await findPartnerWebhook(tx, partnerId);
      if (webhook === null) return { discarded: 0 };
      const discarded = await discardForAccount(tx, { webhookId: webhook.id, accountId }, clock.now());
      const enqueued = await outbox.enqueue(tx, [customerLogout(grant, clock.now())]);
      afterCommit(() => outbox.committed(enqueued));
      return { discarded };
    },
  };
}

const customerLogout = ({ partnerId, accountId, signInId }: WithdrawnGrant, timestamp: number): StoredEvent =>
  makeEvent({ accountId, partnerId, avatarId: null, sessionId: null, sequence: null }, 'customer:logout', {
    client_id: partnerId,
    session_id: signInId,
    timestamp,
  });
