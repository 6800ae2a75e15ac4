import {
  type PlainSettings,
  plainSettingEntries,
  secretSettingEntries,
} from '@parley/protocol/avatar-settings';
import { invalid, Refusal } from '../kernel/index.ts';
import type { AvatarInput, CheckedInput } from './avatar.ts';
import { readLook } from './look.ts';
import { checkKey, storedValue } from './setting-checks.ts';

/** Refuses values that a setting does not allow, and converts the others into their stored form. */
export function checkAvatarInput({ look, ...input }: AvatarInput): CheckedInput {
  const { voice, hearing } = input;
  checkKey('The voice key', typeof voice === 'object' ? voice.key : undefined);
  checkKey('The transcription server key', hearing?.server?.key);
  for (const { name, setting } of secretSettingEntries)
    about(name, () => checkKey(setting.label, input[name]));
  const plain = plainSettingEntries.flatMap(({ name, setting }) => {
    const value = input[name];
    return value === undefined ? [] : [[name, about(name, () => storedValue(setting, value))]];
  });
  return {
    ...input,
    ...(Object.fromEntries(plain) as Partial<PlainSettings>),
    ...(look === undefined ? {} : { look: readLook(look) }),
  };
}

/** Names the setting in the refusal, so that a form can mark its field. */
function about<T>(name: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof Refusal ? invalid(error.message, name) : error;
  }
}
