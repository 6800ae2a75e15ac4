import {
  type AvatarSettingName,
  isPlainEntry,
  isSecretEntry,
  plainSettingEntries,
  secretMark,
  secretSettingEntries,
  settingEntries,
} from '@parley/protocol/avatar-settings';
import { settingSchema } from '@parley/protocol/avatar-settings/schemas';
import { type TSchema, Type } from 'typebox';
import type { Avatar, AvatarInput } from '../../avatars/index.ts';
import { takesKey } from '../../speech/index.ts';
import { modelView } from './model-routes.ts';
import { hearingSetting, lookSetting, voiceSetting } from './own-setting-schemas.ts';

type Change = Readonly<Record<string, unknown>>;

const settings: Readonly<Record<string, TSchema>> = {
  ...Object.fromEntries(
    [...plainSettingEntries, ...secretSettingEntries].map(({ apiName, setting }) => [
      apiName,
      settingSchema(setting),
    ]),
  ),
  voice: voiceSetting,
  hearing: hearingSetting,
  look: lookSetting,
};

export const avatarChange = Type.Partial(Type.Object(settings, { additionalProperties: false }), {
  additionalProperties: false,
});
export const newAvatar = Type.Object(
  { ...avatarChange.properties, account: Type.String(), name: Type.String() },
  { additionalProperties: false, required: ['account', 'name'] },
);

/** Renames the fields of a checked body to the names of settings in the code. */
export function inputOf(change: Change): AvatarInput {
  return Object.fromEntries(
    settingEntries
      .map(({ name, apiName }) => [name, change[apiName]])
      .filter(([, value]) => value !== undefined),
  );
}

export function avatarView(avatar: Avatar, baseUrl: string): Record<string, unknown> {
  const { id, voice, hearing } = avatar;
  const own: Partial<Record<AvatarSettingName, unknown>> = {
    voice: { ...voice, ...(takesKey(voice.provider) ? { has_key: avatar.hasVoiceKey } : {}) },
    hearing: { ...hearing, server: hearing.server && { ...hearing.server, has_key: avatar.hasHearingKey } },
    look: avatar.look,
  };
  const shown = settingEntries.map((entry) => {
    if (isSecretEntry(entry)) return [`has_${entry.apiName}`, avatar[secretMark(entry.name)]];
    return [entry.apiName, isPlainEntry(entry) ? avatar[entry.name] : own[entry.name]];
  });
  return {
    id: String(id),
    account: avatar.accountId,
    page_url: `${baseUrl}/avatar/${id}`,
    ...Object.fromEntries(shown),
    model: avatar.model && modelView(id, avatar.model, baseUrl),
    created_at: avatar.createdAt.toISOString(),
    updated_at: avatar.updatedAt.toISOString(),
  };
}
