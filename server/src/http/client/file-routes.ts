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

/** Browsers cache the files, so a client that keeps asking for one is limited. */
const fileRule = { burst: 60, rate: 2 };

type FileDeps = {
  readonly avatars: Pick<Avatars, 'withSecrets' | 'isAtHand' | 'models' | 'portraits'>;
  readonly limits: RateLimits;
  readonly baseUrl: string;
};

/** A file of an avatar. `send` returns null if the file was removed in the meantime. */
type AvatarFile = {
  readonly sha256: string;
  readonly ending: string;
  readonly type: string;
  send(reply: FastifyReply): Promise<FastifyReply | null>;
};

const missing = notFound('This file does not exist. Read its URL from the avatar again.');

/** An avatar's own model. */
export const modelRoute = (deps: FileDeps): Route =>
  fileRoute(deps, '/client/avatars/:id/model/:file', ({ model }) =>
    model === null
      ? null
      : {
          sha256: model.sha256,
          ending: 'glb',
          type: 'model/gltf-binary',
          send: async (reply) =>
            reply
              .header('content-length', model.bytes)
              .send(Readable.from(deps.avatars.models.read(model), { objectMode: false })),
        },
  );

/** The pictures of an avatar's own look or model. */
export const portraitRoute = (deps: FileDeps): Route =>
  fileRoute(deps, '/client/avatars/:id/portrait/:file', ({ id, portrait }) =>
    portrait === null
      ? null
      : {
          sha256: portrait,
          ending: 'webp',
          type: 'image/webp',
          send: async (reply) => {
            const bytes = await deps.avatars.portraits.read(id, portrait);
            return bytes && reply.send(bytes);
          },
        },
  );

/** Serves a file whose address contains a hash of its content and is sent only to pages that may show it. */
function fileRoute(
  deps: FileDeps,
  path: '/client/avatars/:id/model/:file' | '/client/avatars/:id/portrait/:file',
  fileOf: (avatar: Avatar) => AvatarFile | null,
): Route {
  return {
    method: 'GET',
    path,
    access: { kind: 'open' },
    document: documents[`GET ${path}`],
    async handle(request, reply) {
      if (!(await deps.limits.take(`model:${sourceBucket(request.ip)}`, fileRule)))
        throw new Refusal('too_many_requests', 'Too many requests. Please slow down.');
      const avatar = await findAvatar(deps, request);
      const found = fileOf(avatar);
      const { file } = request.params as { file?: string };
      // A caller without the hash of the file must not learn anything about the avatar, such as its list of pages.
      if (found === null || file !== `${found.sha256}.${found.ending}`) {
        allowAnyPage(reply);
        throw missing;
      }
      allowPage(avatar, deps.baseUrl, request, reply);
      const etag = `"${found.sha256}"`;
      reply
        .header('etag', etag)
        .header('cache-control', `${avatar.private ? 'private' : 'public'}, max-age=31536000, immutable`);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const sent = await found.send(reply.header('content-type', found.type));
      if (sent === null) throw missing;
      return sent;
    },
  };
}

/** Pages of other origins may load the file if they may embed the avatar. */
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
