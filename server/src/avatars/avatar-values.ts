import { isDeepStrictEqual } from 'node:util';
import { plainSettingEntries } from '@parley/protocol/avatar-settings';
import { invalid } from '../kernel/index.ts';
import type { AvatarValues, AvatarWithSecrets, CheckedInput } from './avatar.ts';
import { secretNames } from './avatar-secrets.ts';
import {
  changeVoiceAndHearing,
  originOf,
  type VoiceAndHearing,
  type VoiceAndHearingRules,
} from './voice-and-hearing.ts';

const textNames: ReadonlySet<string> = new Set(
  plainSettingEntries.filter(({ setting }) => setting.kind === 'text').map(({ name }) => name),
);
const keptCharacters = 200;

/** The values that an input sets. Voice and hearing are merged with what is stored. */
export function valuesOf(
  before: VoiceAndHearing,
  input: CheckedInput,
  rules: VoiceAndHearingRules,
): AvatarValues {
  const { voice, hearing, ...rest } = input;
  return given({ ...rest, ...changeVoiceAndHearing(before, input, rules) });
}

const keysOfAddresses = [
  ['endpointUrl', 'endpointKey'],
  ['modelUrl', 'modelKey'],
] as const;

/** A key belongs to the server that it was given for. Whoever may change the address must not get the key sent to theirs. */
export function mustKeepKeysAtHome(before: AvatarWithSecrets, input: CheckedInput): void {
  for (const [address, key] of keysOfAddresses) {
    const url = input[address];
    if (typeof url !== 'string' || before[key] === null || input[key] !== undefined) continue;
    if (originOf(url) !== originOf(before.avatar[address] ?? ''))
      throw invalid('The stored key is for another server. Give the key again, or remove it.', key);
  }
}

/** Leaves out the values that are stored already. Secrets are compared, too. */
export function newValues({ avatar, ...secrets }: AvatarWithSecrets, wanted: AvatarValues): AvatarValues {
  const stored: Readonly<Record<string, unknown>> = { ...avatar, ...secrets };
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(stored[name], value)),
  );
}

/** Without the values that say that there is none. */
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
