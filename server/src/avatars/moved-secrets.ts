import {
  type PlainSettings,
  type SecretMarks,
  type SecretSettings,
  secretMark,
  secretSettingEntries,
} from '@parley/protocol/avatar-settings';
import { originOf, secretAfterMove } from '../kernel/index.ts';

export type StoredAddresses = Partial<PlainSettings & SecretMarks>;

/** The secrets that a change stores. Refuses one whose address moves to another origin while the secret stays. */
export function movedSecrets(
  before: StoredAddresses,
  input: Partial<PlainSettings & SecretSettings>,
): Partial<SecretSettings> {
  const secrets = secretSettingEntries.map(({ name, setting }) => {
    const address = setting.sentTo as keyof PlainSettings;
    const from = originOf(before[address] as string | null | undefined);
    const to = address in input ? originOf(input[address] as string | null | undefined) : from;
    const isStored = before[secretMark(name)] === true;
    return [
      name,
      secretAfterMove({ from, to, isStored, given: input[name], label: setting.label, field: name }),
    ];
  });
  return Object.fromEntries(secrets) as Partial<SecretSettings>;
}
