import { columnOf, secretSettingEntries } from '@parley/protocol/avatar-settings';
import type { Queries, SealedColumn } from '../db/index.ts';
import type { SealedBox } from '../kernel/index.ts';
import type { AvatarSecrets } from './avatar.ts';

type SecretName = keyof AvatarSecrets;
type Secret = { readonly name: SecretName; readonly column: string };

/** The keys of voice and hearing belong to those settings, but have columns of their own like all secrets. */
const secrets: readonly Secret[] = [
  ...secretSettingEntries.map((entry) => ({ name: entry.name, column: columnOf(entry) })),
  { name: 'voiceKey', column: 'voice_key_sealed' },
  { name: 'hearingKey', column: 'hearing_key_sealed' },
];
export const secretNames: ReadonlySet<string> = new Set(secrets.map(({ name }) => name));
export const secretColumns = secrets.map(({ column }) => column);

/** The encrypted texts by column. */
type SealedRow = Readonly<Record<string, string | null>>;
export type SealedSecrets = { readonly sealed: SealedRow };

/**
 * A secret can be opened only for the avatar and the column that it was sealed for: `endpoint_key_sealed` →
 * `endpoint-key`.
 */
const sealContext = (id: number, { column }: Secret): string =>
  `avatar:${id}:${column.replace(/_sealed$/, '').replaceAll('_', '-')}`;

/** All secrets as one JSON object. */
const sealedObject = (sql: Queries) =>
  sql`jsonb_build_object(${sql.unsafe(secretColumns.map((column) => `'${column}', ${column}`).join(', '))})`;
export const sealedColumn = (sql: Queries) => sql`${sealedObject(sql)} as sealed`;

/** The columns to write for the given secrets; null removes one. */
export function sealSecrets(
  box: SealedBox,
  id: number,
  given: { readonly [name in SecretName]?: string | null | undefined },
): { [column: string]: string | null | undefined } {
  return Object.fromEntries(
    secrets.map((secret) => {
      const text = given[secret.name];
      return [secret.column, typeof text === 'string' ? box.seal(text, sealContext(id, secret)) : text];
    }),
  );
}

export function openSecrets(box: SealedBox, id: number, { sealed }: SealedSecrets): AvatarSecrets {
  const opened = secrets.map((secret) => {
    const text = sealed[secret.column] ?? null;
    return [secret.name, text === null ? null : box.open(text, sealContext(id, secret))];
  });
  return Object.fromEntries(opened) as AvatarSecrets;
}

export const sealedAvatarColumns: readonly SealedColumn[] = secrets.map((secret) => ({
  table: 'avatars',
  column: secret.column,
  keys: ['id'],
  context: ([id]) => sealContext(Number(id), secret),
}));
