import { plainSettingEntries } from '@parley/protocol/avatar-settings';
import type { Avatar } from './avatar.ts';

const entries = plainSettingEntries.filter(({ setting }) => setting.isPublic);

/** The plain settings that a page may see once it has a session, by their API names. */
export const publicSettings = (avatar: Avatar): Record<string, unknown> =>
  Object.fromEntries(entries.map(({ name, apiName }) => [apiName, avatar[name]]));
