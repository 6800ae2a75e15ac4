import account from './account.json';
import audit from './audit.json';
import avatars from './avatars.json';
import common from './common.json';
import keys from './keys.json';
import managementKeys from './management-keys.json';
import navigation from './navigation.json';
import newAvatar from './new-avatar.json';
import operator from './operator.json';
import overview from './overview.json';
import partners from './partners.json';
import profile from './profile.json';
import sessions from './sessions.json';
import signIn from './sign-in.json';
import webhooks from './webhooks.json';

export { fill, plural } from '../../../text-templates.ts';

/** Every text on the pages, by page. Each file holds the texts of one area. A translation has the same keys. */
export const strings = {
  ...common,
  ...navigation,
  ...signIn,
  ...overview,
  ...avatars,
  ...newAvatar,
  ...keys,
  ...managementKeys,
  ...webhooks,
  ...sessions,
  ...account,
  ...audit,
  ...profile,
  ...operator,
  ...partners,
};
