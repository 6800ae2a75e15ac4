import type { AvatarSetting, IntegerSetting } from './setting.ts';

/** PostgreSQL's largest integer. */
export const maxInteger = 2_147_483_647;

/** How each interface writes that a setting has no value: `null` in JSON, "none" on a command line, an empty field. */
type NullWord = 'null' | '"none"' | 'empty';

/** "from 1 to 120, or 0 for never" */
export function rangeText({ minimum, maximum, off }: IntegerSetting, nullWord: NullWord): string {
  const range = maximum === undefined ? `from ${minimum} up` : `from ${minimum} to ${maximum}`;
  return off === undefined ? range : `${range}, or ${off.value ?? nullWord} for ${off.means}`;
}

/** What a setting means, and the values that it accepts. */
export function settingText(setting: AvatarSetting, nullWord: NullWord): string {
  if (setting.kind === 'choice')
    return `${setting.meaning} One of: ${setting.options.map(({ value }) => value).join(', ')}.`;
  if (setting.kind !== 'integer') return setting.meaning;
  const unit = setting.unit === undefined ? 'A whole number' : `Whole ${setting.unit}`;
  return `${setting.meaning} ${unit} ${rangeText(setting, nullWord)}.`;
}
