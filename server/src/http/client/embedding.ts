import type { FastifyRequest } from 'fastify';
import { isSameHost } from './cors.ts';

/** Is notified when a page of another origin shows an avatar of the account. */
export type EmbeddingNotes = { noteEmbedding(accountId: string): void };

/**
 * Whether the request comes from a page of another origin: one that frames our page, or one with the SDK. Old browsers
 * do not say so.
 */
export function isFromOtherPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin !== undefined) return !isSameHost(origin, host);
  const site = headers['sec-fetch-site'];
  return headers['sec-fetch-dest'] === 'iframe' && (site === 'cross-site' || site === 'same-site');
}
