import { createHash, type KeyObject } from 'node:crypto';
import type { SealedColumn } from '../db/index.ts';
import { signingKey, type WebhookWithSecrets } from '../delivery/index.ts';
import type { SealedBox } from '../kernel/index.ts';
import { type CustomHeaders, headersId } from './custom-headers.ts';
import type * as rows from './webhook-rows.ts';

const sealContext = (id: string, what: 'headers' | 'secret'): string => `webhook:${id}:${what}`;

/** A fingerprint of a webhook's URL, secret and headers. */
export const fingerprintOf = ({ url, secretId, headersId: headers }: rows.WebhookRow): string =>
  createHash('sha256').update([url, secretId, headers].join('\n')).digest('hex');

export function sealedSecret(box: SealedBox, id: string, secret: string) {
  const secretId = createHash('sha256').update(secret).digest('hex').slice(0, 16);
  return { secretSealed: box.seal(secret, sealContext(id, 'secret')), secretId };
}

export function sealedHeaders(box: SealedBox, id: string, headers: CustomHeaders) {
  return {
    headersSealed: box.seal(JSON.stringify(headers), sealContext(id, 'headers')),
    headersId: headersId(headers),
  };
}

export function headersOf(row: rows.WebhookRow, box: SealedBox): CustomHeaders {
  if (row.headersSealed === null) return {};
  return JSON.parse(box.open(row.headersSealed, sealContext(row.id, 'headers'))) as CustomHeaders;
}

/** Makes a token that proves to a partner that an attempt is ours. */
export type MintToken = (partnerId: string, signal?: AbortSignal) => Promise<string>;

export function openSecrets(row: rows.WebhookRow, box: SealedBox, mintToken: MintToken): WebhookWithSecrets {
  const { id, ownerId, partnerId, url, secretSealed, oldSecretSealed, oldSecretUntil } = row;
  const keyIn = (sealed: string): KeyObject => signingKey(box.open(sealed, sealContext(id, 'secret')));
  return {
    id,
    ownerId,
    partnerId,
    url,
    headers: headersOf(row, box),
    key: secretSealed === null ? null : keyIn(secretSealed),
    oldKey:
      oldSecretSealed === null || oldSecretUntil === null
        ? null
        : { key: keyIn(oldSecretSealed), untilMs: oldSecretUntil.getTime() },
    fingerprint: fingerprintOf(row),
    mintToken: partnerId === null ? null : (signal) => mintToken(partnerId, signal),
  };
}

const columns = { secret_sealed: 'secret', old_secret_sealed: 'secret', headers_sealed: 'headers' } as const;

export const sealedWebhookColumns: readonly SealedColumn[] = Object.entries(columns).map(
  ([column, what]) => ({
    table: 'webhooks',
    column,
    keys: ['id'],
    context: ([id]) => sealContext(String(id), what),
  }),
);
