import account from './account.json' with { type: 'json' };
import audit from './audit.json' with { type: 'json' };
import avatars from './avatars.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import compare from './compare.json' with { type: 'json' };
import keys from './keys.json' with { type: 'json' };
import live from './live.json' with { type: 'json' };
import managementKeys from './management-keys.json' with { type: 'json' };
import navigation from './navigation.json' with { type: 'json' };
import newAvatar from './new-avatar.json' with { type: 'json' };
import operator from './operator.json' with { type: 'json' };
import overview from './overview.json' with { type: 'json' };
import partners from './partners.json' with { type: 'json' };
import profile from './profile.json' with { type: 'json' };
import pronunciations from './pronunciations.json' with { type: 'json' };
import replays from './replays.json' with { type: 'json' };
import requests from './requests.json' with { type: 'json' };
import sessions from './sessions.json' with { type: 'json' };
import signIn from './sign-in.json' with { type: 'json' };
import webhooks from './webhooks.json' with { type: 'json' };

export { fill, plural } from '../../../text-templates.ts';

/** Every text on the pages, by page. Each file holds the texts of one area. A translation has the same keys. */
export const strings = {
  ...common,
  ...navigation,
  ...signIn,
  ...overview,
  ...avatars,
  ...newAvatar,
  ...compare,
  ...keys,
  ...managementKeys,
  ...webhooks,
  ...sessions,
  ...live,
  ...requests,
  ...replays,
  ...account,
  ...audit,
  ...profile,
  ...operator,
  ...partners,
  ...pronunciations,
};
