import type { GetInputPropsReturnType } from '@mantine/form';
import {
  type AvatarSetting,
  type PlainSettingName,
  type PlainSettings,
  plainSettingEntries,
  type SecretSettingName,
  type SettingEntry,
  secretSettingEntries,
} from '@parley/protocol/avatar-settings';
import type { Avatar, AvatarChange } from '@parley/protocol/management';

/** A field holds an empty text if its setting has no value. */
type FieldValue<V> = null extends V ? Exclude<V, null> | '' : V;
type Removal<N extends string> = `removes${Capitalize<N>}`;

/** Every plain setting and secret, as form values. */
export type SettingValues = { [N in PlainSettingName]: FieldValue<PlainSettings[N]> } & {
  [N in SecretSettingName]: string;
} & { [N in SecretSettingName as Removal<N>]: boolean };

/** The part of a form that the fields need. */
export type SettingForm = {
  readonly values: SettingValues;
  getInputProps(path: string, options?: { type: 'input' | 'checkbox' }): GetInputPropsReturnType;
};

export type SettingFieldProps = { readonly entry: SettingEntry; readonly form: SettingForm };

/** The checkbox beside a secret that removes it: `endpointKey` → `removesEndpointKey`. */
export const removalOf = <N extends string>(name: N): Removal<N> =>
  `removes${name.charAt(0).toUpperCase()}${name.slice(1)}` as Removal<N>;

export const settingValues = (avatar: Avatar): SettingValues =>
  Object.fromEntries([
    ...plainSettingEntries.map(({ name }) => [name, avatar[name] ?? '']),
    ...secretSettingEntries.flatMap(({ name }) => [
      [name, ''],
      [removalOf(name), false],
    ]),
  ]) as SettingValues;

/** An empty field of a setting that may be null becomes null. An empty secret field leaves the secret unchanged. */
export function settingChange(changed: Partial<SettingValues>): AvatarChange {
  const plain = plainSettingEntries.map(({ name, setting }) => {
    const value = changed[name];
    return [name, value === '' && mayBeNull(setting) ? null : value];
  });
  const secrets = secretSettingEntries.map(({ name }) => [
    name,
    changed[name] || (changed[removalOf(name)] ? null : undefined),
  ]);
  const present = [...plain, ...secrets].filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as AvatarChange;
}

const mayBeNull = (setting: AvatarSetting): boolean => 'default' in setting && setting.default === null;
