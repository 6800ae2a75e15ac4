import { isDeepStrictEqual } from 'node:util';
import { avatarSettings, plainSettingEntries } from '@parley/protocol/avatar-settings';
import type { Avatar, AvatarValues, AvatarWithSecrets, CheckedInput } from './avatar.ts';
import { secretNames } from './avatar-secrets.ts';
import { followLanguage } from './language/follow-language.ts';
import { checkFurtherLanguages } from './language/further-languages.ts';
import { movedSecrets, type StoredAddresses } from './moved-secrets.ts';
import {
  changeVoiceAndHearing,
  defaultVoiceAndHearing,
  type VoiceAndHearing,
  type VoiceAndHearingRules,
} from './voice/voice-and-hearing.ts';

const textNames: ReadonlySet<string> = new Set(
  plainSettingEntries.filter(({ setting }) => setting.kind === 'text').map(({ name }) => name),
);
const keptCharacters = 200;

export type BeforeChange = VoiceAndHearing &
  StoredAddresses &
  Pick<Avatar, 'language' | 'greeting' | 'furtherLanguages'>;

export const newAvatar: BeforeChange = {
  ...defaultVoiceAndHearing,
  language: avatarSettings.language.default,
  greeting: avatarSettings.greeting.default,
  furtherLanguages: [],
};

/** The values that an input sets. Voice and hearing are merged with what is stored. */
export function valuesOf(
  before: BeforeChange,
  given: CheckedInput,
  rules: VoiceAndHearingRules,
): AvatarValues {
  const input = followLanguage(before, given);
  const { voice, hearing, furtherLanguages, ...rest } = input;
  const values = { ...rest, ...movedSecrets(before, rest), ...changeVoiceAndHearing(before, input, rules) };
  return withValues({
    ...values,
    ...changeFurtherLanguages({ ...before, ...withValues(values) }, input, rules),
  });
}

/** The rows are checked again if the avatar's own language changes, because it must not be in one of them. */
function changeFurtherLanguages(
  after: BeforeChange,
  { furtherLanguages, language }: CheckedInput,
  rules: VoiceAndHearingRules,
): Pick<AvatarValues, 'furtherLanguages'> {
  if (furtherLanguages === undefined && language === undefined) return {};
  const rows = checkFurtherLanguages(furtherLanguages ?? after.furtherLanguages, after, rules);
  return { furtherLanguages: rows };
}

/** Leaves out the values that are stored already. Secrets are compared, too. */
export function newValues({ avatar, ...secrets }: AvatarWithSecrets, wanted: AvatarValues): AvatarValues {
  const stored: Readonly<Record<string, unknown>> = { ...avatar, ...secrets };
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(stored[name], value)),
  );
}

/** Leaves out empty values: null and empty texts. */
export const filled = (values: AvatarValues): AvatarValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

/** Values for the audit log, without secrets and with long texts cut. */
export function auditDetails(values: AvatarValues): Record<string, unknown> {
  const shown = (name: string, value: unknown): unknown => {
    if (secretNames.has(name)) return value === null ? '(removed)' : '(changed)';
    if (textNames.has(name) && typeof value === 'string') return value.slice(0, keptCharacters);
    if (name === 'pronunciations' && Array.isArray(value)) return value.length;
    return name === 'look' && typeof value !== 'string' ? '(changed)' : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)]));
}

const withValues = (values: object): AvatarValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
