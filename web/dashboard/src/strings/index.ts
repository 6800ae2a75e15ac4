import { data, members } from './account.ts';
import { audit } from './audit.ts';
import { avatar, avatars } from './avatars.ts';
import { app, common, errors } from './common.ts';
import { keys } from './keys.ts';
import { managementKeys } from './management-keys.ts';
import { navigation } from './navigation.ts';
import { newAvatar } from './new-avatar.ts';
import { overview } from './overview.ts';
import { allowed, connectedApps, consent, partner, partners } from './partners.ts';
import { operator, profile } from './profile.ts';
import { session, sessions } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { deliveries, delivery, events, webhook, webhooks } from './webhooks.ts';

/** Every text on the pages. A translation is another object of this type. */
export const strings = {
  app,
  common,
  errors,
  navigation,
  signIn,
  overview,
  avatars,
  avatar,
  newAvatar,
  keys,
  managementKeys,
  webhooks,
  webhook,
  deliveries,
  delivery,
  events,
  sessions,
  session,
  members,
  audit,
  data,
  profile,
  operator,
  partners,
  partner,
  allowed,
  connectedApps,
  consent,
};

export type Strings = typeof strings;
