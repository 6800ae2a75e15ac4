import type { AvatarSetting, AvatarSettingValue, CustomSetting, SecretSetting } from './setting.ts';
import { avatarSettings } from './table.ts';

type Table = typeof avatarSettings;
export type AvatarSettingName = keyof Table;
type NameOfKind<K extends AvatarSetting['kind']> = {
  [N in AvatarSettingName]: Table[N]['kind'] extends K ? N : never;
}[AvatarSettingName];

export type SecretSettingName = NameOfKind<'secret'>;
/** Settings whose values are read and written in the same simple form. */
export type PlainSettingName = Exclude<AvatarSettingName, NameOfKind<'secret' | 'own'>>;

/** The values of an avatar's plain settings. */
export type PlainSettings = { readonly [N in PlainSettingName]: AvatarSettingValue<Table[N]> };
/** The secrets in a request; null removes one. */
export type SecretSettings = { readonly [N in SecretSettingName]: string | null };
/** What an answer says about secrets: only whether they are set. */
export type SecretMarks = { readonly [N in SecretSettingName as SecretMark<N>]: boolean };

export type SecretMark<N extends string> = `has${Capitalize<N>}`;
/** `endpointKey` → `hasEndpointKey`. */
export const secretMark = <N extends string>(name: N): SecretMark<N> =>
  `has${name.charAt(0).toUpperCase()}${name.slice(1)}` as SecretMark<N>;

export type SettingEntry<N extends string = string, S extends AvatarSetting = AvatarSetting> = {
  readonly name: N;
  readonly setting: S;
  readonly apiName: string;
};
export type PlainSettingEntry = SettingEntry<
  PlainSettingName,
  Exclude<AvatarSetting, SecretSetting | CustomSetting>
>;
export type SecretSettingEntry = SettingEntry<SecretSettingName, SecretSetting>;

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The column that holds a setting; a secret is stored sealed. */
export const columnOf = ({ name, setting }: SettingEntry): string =>
  setting.kind === 'secret' ? `${snakeCase(name)}_sealed` : snakeCase(name);

/** The command line flag, without its dashes. */
export const flagOf = ({ apiName }: SettingEntry): string => apiName.replaceAll('_', '-');

/** Every setting, in the order of the table. */
export const settingEntries: readonly SettingEntry<AvatarSettingName>[] = Object.entries<AvatarSetting>(
  avatarSettings,
).map(([name, setting]) => ({
  name: name as AvatarSettingName,
  setting,
  apiName: setting.apiName ?? snakeCase(name),
}));

export const isSecretEntry = (entry: SettingEntry<AvatarSettingName>): entry is SecretSettingEntry =>
  entry.setting.kind === 'secret';
export const isPlainEntry = (entry: SettingEntry<AvatarSettingName>): entry is PlainSettingEntry =>
  entry.setting.kind !== 'secret' && entry.setting.kind !== 'own';

export const secretSettingEntries = settingEntries.filter(isSecretEntry);
export const plainSettingEntries = settingEntries.filter(isPlainEntry);
