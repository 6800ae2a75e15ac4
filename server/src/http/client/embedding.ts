import type { FastifyRequest } from 'fastify';
import { isSameHost } from './cors.ts';

/** Are told when a page of another origin shows an avatar of the account. */
export type EmbeddingNotes = { noteEmbedding(accountId: string): void };

/** True if a page of another origin asks: around our page in a frame, or with the SDK. Old browsers do not say it. */
export function isFromOtherPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin !== undefined) return !isSameHost(origin, host);
  const site = headers['sec-fetch-site'];
  return headers['sec-fetch-dest'] === 'iframe' && (site === 'cross-site' || site === 'same-site');
}
