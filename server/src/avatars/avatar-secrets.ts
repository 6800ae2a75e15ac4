import type { Queries } from '../db/index.ts';
import type { SealedBox } from '../kernel/index.ts';
import type { AvatarSecrets } from './avatar.ts';

/** Each sealed key of an avatar: its column, and the place it was sealed for. */
const secrets = {
  endpointKey: ['endpoint_key_sealed', 'endpoint-key'],
  modelKey: ['model_key_sealed', 'model-key'],
  voiceKey: ['voice_key_sealed', 'voice-key'],
  hearingKey: ['hearing_key_sealed', 'hearing-key'],
} as const;
type Secret = keyof typeof secrets;
const names = Object.keys(secrets) as Secret[];
const columnNames = names.map((name) => secrets[name][0]);

type SealedRow = { readonly [column in (typeof secrets)[Secret][0]]: string | null };
export type SealedSecrets = { readonly sealed: SealedRow };

const place = (id: number, name: Secret): string => `avatar:${id}:${secrets[name][1]}`;

/** All of them as one column, `sealed`. */
export const sealedColumn = (sql: Queries) => sql`
  jsonb_build_object('endpoint_key_sealed', endpoint_key_sealed, 'model_key_sealed', model_key_sealed,
    'voice_key_sealed', voice_key_sealed, 'hearing_key_sealed', hearing_key_sealed) as sealed`;

/** The columns to write for the keys that were given; null takes a key away. */
export function sealSecrets(
  box: SealedBox,
  id: number,
  given: { readonly [name in Secret]?: string | null | undefined },
): { [column: string]: string | null | undefined } {
  return Object.fromEntries(
    names.map((name) => {
      const secret = given[name];
      return [secrets[name][0], typeof secret === 'string' ? box.seal(secret, place(id, name)) : secret];
    }),
  );
}

export function openSecrets(box: SealedBox, id: number, { sealed }: SealedSecrets): AvatarSecrets {
  const open = (name: Secret): string | null => {
    const secret = sealed[secrets[name][0]];
    return secret === null ? null : box.open(secret, place(id, name));
  };
  return {
    endpointKey: open('endpointKey'),
    modelKey: open('modelKey'),
    voiceKey: open('voiceKey'),
    hearingKey: open('hearingKey'),
  };
}

/** Moves keys from older sealing keys to the present one. */
export async function reseal(sql: Queries, box: SealedBox): Promise<number> {
  const rows = await sql<({ id: number } & SealedSecrets)[]>`
    select id, ${sealedColumn(sql)} from avatars
    where coalesce(endpoint_key_sealed, model_key_sealed, voice_key_sealed, hearing_key_sealed) is not null`;
  const stale = rows.filter(({ sealed }) =>
    columnNames.some((column) => sealed[column] !== null && box.isStale(sealed[column])),
  );
  for (const { id, sealed } of stale) {
    const again = sealSecrets(box, id, openSecrets(box, id, { sealed }));
    // Only where nobody has changed a key meanwhile.
    await sql`
      update avatars set ${sql(again)} where id = ${id}
        and endpoint_key_sealed is not distinct from ${sealed.endpoint_key_sealed}
        and model_key_sealed is not distinct from ${sealed.model_key_sealed}
        and voice_key_sealed is not distinct from ${sealed.voice_key_sealed}
        and hearing_key_sealed is not distinct from ${sealed.hearing_key_sealed}`;
  }
  return stale.length;
}
