import { columnOf, secretSettingEntries } from '@parley/protocol/avatar-settings';
import type { Queries } from '../db/index.ts';
import type { SealedBox } from '../kernel/index.ts';
import type { AvatarSecrets } from './avatar.ts';

type SecretName = keyof AvatarSecrets;
type Secret = { readonly name: SecretName; readonly column: string };

/** The keys of voice and hearing are part of those settings, but lie in columns of their own, as all secrets do. */
const secrets: readonly Secret[] = [
  ...secretSettingEntries.map((entry) => ({ name: entry.name, column: columnOf(entry) })),
  { name: 'voiceKey', column: 'voice_key_sealed' },
  { name: 'hearingKey', column: 'hearing_key_sealed' },
];
export const secretColumns = secrets.map(({ column }) => column);

/** The sealed texts by their columns. */
type SealedRow = Readonly<Record<string, string | null>>;
export type SealedSecrets = { readonly sealed: SealedRow };

/** A secret can only be opened for the avatar and the column that it was sealed for: `endpoint_key_sealed` → `endpoint-key`. */
const place = (id: number, { column }: Secret): string =>
  `avatar:${id}:${column.replace(/_sealed$/, '').replaceAll('_', '-')}`;

/** All of them as one JSON object. */
const sealedObject = (sql: Queries) =>
  sql`jsonb_build_object(${sql.unsafe(secretColumns.map((column) => `'${column}', ${column}`).join(', '))})`;
export const sealedColumn = (sql: Queries) => sql`${sealedObject(sql)} as sealed`;

/** The columns to write for the keys that were given; null removes a key. */
export function sealSecrets(
  box: SealedBox,
  id: number,
  given: { readonly [name in SecretName]?: string | null | undefined },
): { [column: string]: string | null | undefined } {
  return Object.fromEntries(
    secrets.map((secret) => {
      const text = given[secret.name];
      return [secret.column, typeof text === 'string' ? box.seal(text, place(id, secret)) : text];
    }),
  );
}

export function openSecrets(box: SealedBox, id: number, { sealed }: SealedSecrets): AvatarSecrets {
  const opened = secrets.map((secret) => {
    const text = sealed[secret.column] ?? null;
    return [secret.name, text === null ? null : box.open(text, place(id, secret))];
  });
  return Object.fromEntries(opened) as AvatarSecrets;
}

/** Moves keys from older sealing keys to the present one. */
export async function reseal(sql: Queries, box: SealedBox): Promise<number> {
  const rows = await sql<({ id: number } & SealedSecrets)[]>`
    select id, ${sealedColumn(sql)} from avatars
    where coalesce(${sql.unsafe(secretColumns.join(', '))}) is not null`;
  const stale = rows.filter(({ sealed }) =>
    secretColumns.some((column) => typeof sealed[column] === 'string' && box.isStale(sealed[column])),
  );
  for (const { id, sealed } of stale) {
    const again = sealSecrets(box, id, openSecrets(box, id, { sealed }));
    // Only where nobody has changed a key meanwhile.
    await sql`
      update avatars set ${sql(again)} where id = ${id} and ${sealedObject(sql)} = ${sql.json(sealed)}`;
  }
  return stale.length;
}
