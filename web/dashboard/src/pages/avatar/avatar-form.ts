import { avatarSettingSections, avatarSettings } from '@parley/protocol/avatar-settings';
import type { Avatar, AvatarChange, FurtherLanguage, Look } from '@parley/protocol/management';
import { type SettingValues, settingChange, settingValues } from './settings/setting-values.ts';
import { type HearingValues, hearingForm, hearingInputOf } from './voice/HearingFields.tsx';
import { type VoiceValues, voiceForm, voiceInputOf } from './voice/voice-values.ts';

/** Every setting of an avatar, as a form value. */
export type AvatarValues = SettingValues & {
  look: Look;
  voice: VoiceValues;
  hearing: HearingValues;
  furtherLanguages: FurtherLanguage[];
};

export const avatarValues = (avatar: Avatar): AvatarValues => ({
  ...settingValues(avatar),
  look: avatar.look,
  voice: voiceForm(avatar.voice),
  hearing: hearingForm(avatar.hearing),
  furtherLanguages: avatar.furtherLanguages,
});

export const avatarChange = ({
  look,
  voice,
  hearing,
  furtherLanguages,
  ...plain
}: Partial<AvatarValues>): AvatarChange => ({
  ...settingChange(plain),
  ...(look === undefined ? {} : { look }),
  ...(voice === undefined ? {} : { voice: voiceInputOf(voice) }),
  ...(hearing === undefined ? {} : { hearing: hearingInputOf(hearing) }),
  ...(furtherLanguages === undefined ? {} : { furtherLanguages }),
});

/** The tab on which a setting is edited. */
export const tabOfSetting = (name: string) =>
  Object.hasOwn(avatarSettings, name)
    ? avatarSettingSections[avatarSettings[name as keyof typeof avatarSettings].section].tab
    : null;
