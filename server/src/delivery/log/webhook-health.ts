import type { Queries } from '../../db/index.ts';

export type WebhookHealth = {
  readonly id: string;
  readonly name: string;
  readonly state: 'active' | 'paused';
  readonly failures: number;
};

/** All webhooks of an account, oldest first. */
export async function listHealth(sql: Queries, accountId: string): Promise<WebhookHealth[]> {
  return await sql<WebhookHealth[]>`
    select id, name, state, failures from webhooks where account_id = ${accountId} and deleted_at is null
    order by created_at, id`;
}
