import type { Queries } from '../../db/index.ts';
import { pauseThreshold } from './pause-rule.ts';

export type PausedMails = {
  /** They get a mail when a partner's webhook is paused, as the people who are operators do. */
  readonly operatorEmails: readonly string[];
  /** For the link to the webhook. */
  readonly baseUrl: string;
};

/** One mail per pause: to each owner of the account, or to each operator if the webhook is a partner's. */
export async function enqueuePausedMails(
  tx: Queries,
  webhookIds: readonly string[],
  { operatorEmails, baseUrl }: PausedMails,
): Promise<void> {
  await tx`
    insert into mails (account_id, recipient, subject, body)
    select webhooks.account_id, people.email,
      'Webhook "' || webhooks.name || '" of ' || accounts.name || ' is paused',
      'The last ' || ${pauseThreshold}::int || ' attempts to deliver events to ' || webhooks.url || ' failed, so the webhook "' || webhooks.name
      || '" of the account ' || accounts.name || ' is paused. New events are held, none is lost.' || e'\n\n'
      || 'Fix the receiver, test the webhook and enable it again here. The held events are then delivered:'
      || e'\n\n' || ${baseUrl} || '/dashboard/' || accounts.id || '/webhooks/' || webhooks.id || e'\n'
    from webhooks
      join accounts on accounts.id = webhooks.account_id
      join members on members.account_id = webhooks.account_id and members.role = 'owner'
      join people on people.id = members.person_id
    where webhooks.id = any(${[...webhookIds]}::text[])`;
  await tx`
    insert into mails (recipient, subject, body)
    select operators.email, 'The webhook of partner "' || partners.name || '" is paused',
      'The last ' || ${pauseThreshold}::int || ' attempts to deliver events to ' || webhooks.url || ' failed, so the webhook of the partner '
      || partners.name || ' (' || partners.id || ') is paused. New events are held, none is lost. Ask the partner to '
      || 'fix the receiver, then re-enable the webhook: parley partner enable ' || partners.id || '. The held '
      || 'events are then delivered automatically.'
    from webhooks
      join partners on partners.id = webhooks.partner_id
      cross join (
        select email from people where operator union select unnest(${[...operatorEmails]}::text[])
      ) as operators (email)
    where webhooks.id = any(${[...webhookIds]}::text[])`;
}
