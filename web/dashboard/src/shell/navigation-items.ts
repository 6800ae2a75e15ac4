import type { IconName } from '../icons/shapes.ts';
import { strings } from '../strings/index.ts';

const text = strings.navigation;

type NavigationItem<To extends string> = {
  readonly to: To;
  readonly label: string;
  readonly icon: IconName;
  readonly exact?: boolean;
  /** Shows how many visitors wait for a person. */
  readonly hasRequests?: boolean;
};

/** The navigation of an account. */
export const accountNavigation = [
  {
    heading: null,
    items: [
      { to: '/$account', label: text.overview, icon: 'overview', exact: true },
      { to: '/$account/avatars', label: text.avatars, icon: 'avatars' },
      { to: '/$account/sessions', label: text.sessions, icon: 'sessions', hasRequests: true },
    ],
  },
  {
    heading: text.developer,
    items: [
      { to: '/$account/keys', label: text.keys, icon: 'key' },
      { to: '/$account/management-keys', label: text.managementKeys, icon: 'code' },
      { to: '/$account/webhooks', label: text.webhooks, icon: 'webhook' },
      { to: '/$account/deliveries', label: text.deliveries, icon: 'deliveries' },
      { to: '/$account/events', label: text.events, icon: 'events' },
    ],
  },
  {
    heading: text.account,
    items: [
      { to: '/$account/members', label: text.members, icon: 'members' },
      { to: '/$account/connected-apps', label: text.connectedApps, icon: 'apps' },
      { to: '/$account/audit', label: text.audit, icon: 'audit' },
      { to: '/$account/data', label: text.data, icon: 'data' },
    ],
  },
] as const satisfies readonly { heading: string | null; items: readonly NavigationItem<string>[] }[];

export const operatorNavigation = [
  { to: '/operator/accounts', label: text.accounts, icon: 'accounts' },
  { to: '/operator/partners', label: text.partners, icon: 'partners' },
  { to: '/operator/mail', label: text.mail, icon: 'mail' },
  { to: '/operator/processes', label: text.processes, icon: 'processes' },
] as const satisfies readonly NavigationItem<string>[];
