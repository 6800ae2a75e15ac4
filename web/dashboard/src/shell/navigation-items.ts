import type { IconName } from '../icons/shapes.ts';
import { strings } from '../strings/index.ts';

const words = strings.navigation;

type NavigationItem<To extends string> = {
  readonly to: To;
  readonly label: string;
  readonly icon: IconName;
  readonly exact?: boolean;
};

/** Where an account's navigation leads. */
export const accountNavigation = [
  {
    heading: null,
    items: [
      { to: '/$account', label: words.overview, icon: 'overview', exact: true },
      { to: '/$account/avatars', label: words.avatars, icon: 'avatars' },
      { to: '/$account/sessions', label: words.sessions, icon: 'sessions' },
    ],
  },
  {
    heading: words.developer,
    items: [
      { to: '/$account/keys', label: words.keys, icon: 'key' },
      { to: '/$account/webhooks', label: words.webhooks, icon: 'webhook' },
      { to: '/$account/deliveries', label: words.deliveries, icon: 'deliveries' },
      { to: '/$account/events', label: words.events, icon: 'events' },
    ],
  },
  {
    heading: words.account,
    items: [
      { to: '/$account/members', label: words.members, icon: 'members' },
      { to: '/$account/audit', label: words.audit, icon: 'audit' },
      { to: '/$account/data', label: words.data, icon: 'data' },
    ],
  },
] as const satisfies readonly { heading: string | null; items: readonly NavigationItem<string>[] }[];

export const operatorNavigation = [
  { to: '/operator/accounts', label: words.accounts, icon: 'accounts' },
  { to: '/operator/mail', label: words.mail, icon: 'mail' },
  { to: '/operator/processes', label: words.processes, icon: 'processes' },
] as const satisfies readonly NavigationItem<string>[];
