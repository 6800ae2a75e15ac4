import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Avatar, Avatars } from '../../avatars/index.ts';
import type { RateLimits } from '../../bus/index.ts';
import { notFound, Refusal } from '../../kernel/index.ts';
import { sourceBucket } from '../access/source-address.ts';
import type { Route } from '../route.ts';
import { allowAnyPage, isSameHost } from './cors.ts';
import documents from './documents.json' with { type: 'json' };
import { findAvatar } from './find-avatar.ts';

/** Browsers cache the file, so a client that keeps asking for it is limited. */
const rule = { burst: 60, rate: 2 };

/**
 * Serves an avatar's own model. Its address contains a hash of the content and is sent only to pages that may show it.
 */
export function modelRoute(deps: {
  avatars: Pick<Avatars, 'withSecrets' | 'isAtHand' | 'models'>;
  limits: RateLimits;
  baseUrl: string;
}): Route {
  return {
    method: 'GET',
    path: '/client/avatars/:id/model/:file',
    access: { kind: 'open' },
    document: documents['GET /client/avatars/:id/model/:file'],
    async handle(request, reply) {
      if (!(await deps.limits.take(`model:${sourceBucket(request.ip)}`, rule)))
        throw new Refusal('too_many_requests', 'Too many requests. Please slow down.');
      const avatar = await findAvatar(deps, request);
      const { model } = avatar;
      const { file } = request.params as { file?: string };
      // A caller without the hash of the file must not learn anything about the avatar, such as its list of pages.
      if (model === null || file !== `${model.sha256}.glb`) {
        allowAnyPage(reply);
        throw notFound('This model does not exist. Read its URL from the avatar again.');
      }
      allowPage(avatar, deps.baseUrl, request, reply);
      const etag = `"${model.sha256}"`;
      reply
        .header('etag', etag)
        .header('cache-control', `${avatar.private ? 'private' : 'public'}, max-age=31536000, immutable`);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.header('content-type', 'model/gltf-binary').header('content-length', model.bytes);
      return reply.send(Readable.from(deps.avatars.models.read(model), { objectMode: false }));
    },
  };
}

/** Pages of other origins may load the model if they may embed the avatar. */
function allowPage(
  { embedOrigins }: Avatar,
  ownOrigin: string,
  { headers: { origin, host } }: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header('cross-origin-resource-policy', 'cross-origin');
  if (embedOrigins.length === 0) {
    reply.header('access-control-allow-origin', '*');
    return;
  }
  reply.header('vary', 'origin');
  if (origin === undefined) return;
  if (origin !== ownOrigin && !isSameHost(origin, host) && !embedOrigins.includes(origin))
    throw new Refusal('forbidden', 'This page may not embed the avatar.');
  reply.header('access-control-allow-origin', origin);
}
