import { flagOf, type SettingEntry, settingEntries, settingText } from '@parley/protocol/avatar-settings';
import type { AvatarChange } from '@parley/protocol/management';
import type { Flag, Flags } from '../../command.ts';
import { secretOf, wholeNumberOf } from '../flag-values.ts';
import { pronunciationsOf, tableHint } from '../pronunciation-table.ts';
import { voiceAndHearingFlags, voiceAndHearingSettings } from './voice-and-hearing-flags.ts';

/** Voice, hearing and look have flags of their own; the name is a flag of the commands. */
const entries = settingEntries.filter(({ name, setting }) => setting.kind !== 'own' && name !== 'name');

export const avatarFlags: Readonly<Record<string, Flag>> = {
  ...Object.fromEntries(entries.map((entry) => [flagOf(entry), flagFor(entry)])),
  ...voiceAndHearingFlags,
};

/** The given flags as fields of the management API. */
export async function avatarSettings(flags: Flags): Promise<AvatarChange> {
  const settings: Record<string, unknown> = {};
  for (const entry of entries) {
    const value = flags[flagOf(entry)];
    if (value !== undefined) settings[entry.name] = await flagValue(entry, value);
  }
  return { ...settings, ...(await voiceAndHearingSettings(flags)) };
}

function flagFor(entry: SettingEntry): Flag {
  const { setting } = entry;
  const about = settingText(setting, '"none"');
  switch (setting.kind) {
    case 'switch':
      return { kind: 'switch', about: `${about} --no-${flagOf(entry)} turns it off.` };
    case 'origins':
      return { kind: 'list', about: `${about} "none" empties the list.` };
    case 'pronunciations':
      return { kind: 'text', about: `${about} It is ${tableHint}.` };
    case 'secret':
      return { kind: 'text', about: `${about} "-" reads it from standard input, "none" removes it.` };
    case 'address':
    case 'webhook':
      return { kind: 'text', about: `${about} "none" removes it.` };
    default:
      return { kind: 'text', about };
  }
}

async function flagValue(entry: SettingEntry, value: NonNullable<Flags[string]>): Promise<unknown> {
  const { setting } = entry;
  switch (setting.kind) {
    case 'origins':
      return Array.isArray(value) && value.join() === 'none' ? [] : value;
    case 'pronunciations':
      return await pronunciationsOf(value);
    case 'secret':
      return await secretOf(value);
    case 'address':
    case 'webhook':
      return value === 'none' ? null : value;
    case 'integer':
      return value === 'none' && setting.off?.value === null
        ? null
        : wholeNumberOf(flagOf(entry), { [flagOf(entry)]: value });
    default:
      return value;
  }
}
