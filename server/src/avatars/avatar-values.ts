import { isDeepStrictEqual } from 'node:util';
import { plainSettingEntries } from '@parley/protocol/avatar-settings';
import type { AvatarValues, AvatarWithSecrets, CheckedInput } from './avatar.ts';
import { secretNames } from './avatar-secrets.ts';
import { movedSecrets, type StoredAddresses } from './moved-secrets.ts';
import {
  changeVoiceAndHearing,
  type VoiceAndHearing,
  type VoiceAndHearingRules,
} from './voice/voice-and-hearing.ts';

const textNames: ReadonlySet<string> = new Set(
  plainSettingEntries.filter(({ setting }) => setting.kind === 'text').map(({ name }) => name),
);
const keptCharacters = 200;

/** The values that an input sets. Voice and hearing are merged with what is stored. */
export function valuesOf(
  before: VoiceAndHearing & StoredAddresses,
  input: CheckedInput,
  rules: VoiceAndHearingRules,
): AvatarValues {
  const { voice, hearing, ...rest } = input;
  return given({ ...rest, ...movedSecrets(before, rest), ...changeVoiceAndHearing(before, input, rules) });
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
    return name === 'look' && typeof value !== 'string' ? '(changed)' : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)]));
}

const given = (values: object): AvatarValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
