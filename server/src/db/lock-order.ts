/**
 * The tables in the order in which a transaction locks their rows. Two transactions that lock in different orders can
 * wait for each other. Rows of one table are locked by their ids. Tables to which rows are only added are not listed.
 */
export const lockOrder = [
  'idempotency_keys',
  /** What a request uses up: a partner's request, an invitation, a link. */
  'oauth requests',
  'one_time_links',
  /** An avatar refers to a webhook. The account's row counts the changes of its avatars, and is locked last. */
  'webhooks',
  'avatars',
  'accounts',
  'invitations',
  'people',
  'credentials',
  'second_factors',
  'sign_ins',
  'members',
  'api_keys',
  'management_keys',
  'used_tokens',
  'visitors',
  'sessions',
  'partners',
  /** Events that are written under a grant lock it, so that its withdrawal waits for them. */
  'grants',
  'oauth_items',
  'webhooks of partners',
  'deliveries',
  'signing_keys',
] as const;
