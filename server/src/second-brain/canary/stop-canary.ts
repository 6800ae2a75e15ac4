import { makeChange, systemActor } from '../../audit/index.ts';
import type { Avatar, Avatars } from '../../avatars/index.ts';
import type { Queries, Sql } from '../../db/index.ts';
import { type ExtendedEvents, makeEvent, type Outbox } from '../../events/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { StopReason } from './stop-rule.ts';

export type StopDeps = {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly avatars: Pick<Avatars, 'stopCanary'>;
  readonly extended: Pick<ExtendedEvents, 'wants'>;
  readonly outbox: Outbox;
  readonly baseUrl: string;
};

const eventName = 'avatar:canary-stopped';

/**
 * Sets the canary's share to 0, with event, mails and audit entry in one transaction. False if it was 0 already, or if the
 * second brain has changed since `found` was read.
 */
export async function stopCanary(deps: StopDeps, found: Avatar, reason: StopReason): Promise<boolean> {
  const { sql, clock, outbox } = deps;
  const ref = { accountId: found.accountId, id: found.id };
  const wantsEvent = await deps.extended.wants(ref.accountId, eventName);
  return await makeChange(sql, systemActor, async (change) => {
    const avatar = await deps.avatars.stopCanary(change, ref, found.secondTrial, reason.text);
    if (avatar === null) return false;
    if (wantsEvent) {
      const source = { accountId: ref.accountId, avatarId: ref.id, sessionId: null, sequence: null };
      const enqueued = await outbox.enqueue(change.tx, [
        makeEvent(source, eventName, {
          avatar_id: String(ref.id),
          timestamp: clock.now(),
          cause: reason.cause,
          reason: reason.text,
        }),
      ]);
      change.afterCommit(() => outbox.committed(enqueued));
    }
    await writeMails(change.tx, avatar, reason, deps.baseUrl);
    return true;
  });
}

/** One mail to each owner of the account. */
async function writeMails(tx: Queries, { id, accountId }: Avatar, { text }: StopReason, baseUrl: string) {
  await tx`
    insert into mails (account_id, recipient, subject, body)
    select accounts.id, people.email,
      'The canary of "' || avatars.name || '" is stopped',
      'The second brain of the avatar "' || avatars.name || '" of the account ' || accounts.name
      || ' gets no new sessions any more. ' || ${text}::text || e'\n\n'
      || 'Sessions that it answers go on with it until they end. Compare the two brains here:'
      || e'\n\n' || ${baseUrl}::text || '/dashboard/' || accounts.id || '/avatars/' || avatars.id || '/compare' || e'\n'
    from avatars
      join accounts on accounts.id = avatars.account_id
      join members on members.account_id = accounts.id and members.role = 'owner'
      join people on people.id = members.person_id
    where avatars.id = ${id} and accounts.id = ${accountId}`;
}
