import { counts } from './seed.ts';

export type List = {
  readonly name: string;
  readonly path: string;
  /** Makes a new query each time. The cursor of the next page is added to it. */
  query?(round: number): Readonly<Record<string, string | number>>;
  /** How many further pages of each query are read. */
  readonly pages?: number;
  readonly rounds?: number;
};

const dayMs = 86_400_000;
const ago = (days: number): number => Date.now() - Math.round(days * dayMs);
const spread = (round: number, most: number): number => (round * 7919) % most;

/** Every list that the pages show, with the queries that people use. `account` is the busy one. */
export function lists(account: string, firstAvatar: number): List[] {
  const avatar = (round: number): string => String(firstAvatar + spread(round, 10));
  const user = (round: number): string => `user-${1 + spread(round, counts.sessions)}`;
  return [
    { name: 'avatars', path: `${account}/avatars`, query: (round) => ({ page: spread(round, 200) }) },
    {
      name: 'avatars_search',
      path: `${account}/avatars`,
      query: (round) => ({ search: `teller ${(round % 16).toString(16)}` }),
    },
    { name: 'sessions', path: `${account}/sessions`, pages: 20, rounds: 3 },
    {
      name: 'sessions_from',
      path: `${account}/sessions`,
      query: (round) => ({ to: ago(spread(round, 80)) }),
      pages: 3,
      rounds: 20,
    },
    {
      name: 'sessions_of_avatar',
      path: `${account}/sessions`,
      query: (round) => ({ avatar: avatar(round) }),
      pages: 3,
      rounds: 20,
    },
    { name: 'sessions_of_user', path: `${account}/sessions`, query: (round) => ({ user: user(round) }) },
    { name: 'sessions_live', path: `${account}/sessions/live` },
    { name: 'deliveries', path: `${account}/deliveries`, pages: 20, rounds: 3 },
    {
      name: 'deliveries_of_webhook',
      path: `${account}/deliveries`,
      query: (round) => ({ webhook: `whk_bench${1 + (round % 20)}` }),
      pages: 3,
      rounds: 20,
    },
    {
      name: 'deliveries_held',
      path: `${account}/deliveries`,
      query: () => ({ status: 'held' }),
      pages: 20,
      rounds: 3,
    },
    {
      name: 'deliveries_exhausted',
      path: `${account}/deliveries`,
      query: () => ({ status: 'exhausted' }),
      pages: 20,
      rounds: 3,
    },
    {
      name: 'deliveries_rare_event',
      path: `${account}/deliveries`,
      query: () => ({ event: 'agent:error' }),
      pages: 20,
      rounds: 3,
    },
    {
      name: 'deliveries_until',
      path: `${account}/deliveries`,
      query: (round) => ({ to: ago(spread(round, 25)) }),
      pages: 3,
      rounds: 20,
    },
    { name: 'keys', path: `${account}/keys` },
    { name: 'webhooks', path: `${account}/webhooks` },
    { name: 'members', path: `${account}/members` },
    { name: 'audit', path: `${account}/audit`, pages: 20, rounds: 3 },
    {
      name: 'audit_of_action',
      path: `${account}/audit`,
      query: () => ({ action: 'keys.create' }),
      pages: 3,
      rounds: 20,
    },
    { name: 'visitors', path: `${account}/visitors`, pages: 20, rounds: 3 },
    {
      name: 'visitors_search',
      path: `${account}/visitors`,
      query: (round) => ({ search: user(round).slice(0, -1) }),
    },
    { name: 'overview_24h', path: `${account}/overview`, query: () => ({ range: '24h' }) },
    { name: 'overview_90d', path: `${account}/overview`, query: () => ({ range: '90d' }) },
    {
      name: 'overview_of_avatar',
      path: `${account}/overview`,
      query: (round) => ({ range: '30d', avatar: avatar(round) }),
    },
    { name: 'operator_accounts', path: '/accounts', pages: 20, rounds: 3 },
    { name: 'operator_mails', path: '/mails', pages: 20, rounds: 3 },
  ];
}
