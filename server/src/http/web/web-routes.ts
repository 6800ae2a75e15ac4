import { readRequestedLook, samePreset } from '@parley/face/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Avatar } from '../../avatars/index.ts';
import { isWebOrigin, notFound, Refusal } from '../../kernel/index.ts';
import type { TokenChecker } from '../../live/index.ts';
import { allowAnyPage } from '../client/cors.ts';
import { type EmbeddingNotes, isFromOtherPage } from '../client/embedding.ts';
import { type AvatarFinding, findAvatar } from '../client/find-avatar.ts';
import { refusalOf } from '../client/private-avatar.ts';
import { openPage, type Route } from '../route.ts';
import type { StaticFile } from './static-files.ts';

/** The avatar's page, the SDK, and the files that both load. */
export function webRoutes(
  deps: AvatarFinding & {
    readonly files: ReadonlyMap<string, StaticFile>;
    readonly accounts: EmbeddingNotes;
    readonly checkToken: TokenChecker;
    readonly baseUrl: string;
  },
): Route[] {
  const { files, accounts, baseUrl } = deps;
  const embeddersOf = async (avatar: Avatar, request: FastifyRequest): Promise<Embedders> => {
    const { embedOrigins } = avatar;
    const { token } = request.query as { token?: unknown };
    if (embedOrigins.length === 0) return 'everybody';
    const given = typeof token === 'string' ? token : undefined;
    if ((await refusalOf(deps.checkToken, avatar, given)) === null) return embedOrigins;
    return embedOrigins.filter((origin) => origin === embedderOf(request));
  };
  const served = (folder: string, prepare: (reply: FastifyReply) => FastifyReply) =>
    openPage(`/${folder}/*`, (request, reply) => {
      const file = files.get(`${folder}/${(request.params as { '*'?: string })['*'] ?? ''}`);
      if (file === undefined) throw notFound('There is nothing at this address.');
      return sendFile(request, prepare(reply), file);
    });

  return [
    openPage('/avatar/:id', async (request, reply) => {
      const page = files.get('avatar-page/index.html');
      if (page === undefined) throw notFound('The pages have not been built: run "npm start".');
      const avatar = await findAvatar(deps, request).catch((error: unknown) => {
        // A visitor gets a page that says that the avatar is missing. A program gets the usual error.
        if (isMissing(error) && request.headers.accept?.includes('text/html')) return null;
        throw error;
      });
      if (avatar === null) reply.code(404);
      else if (isFromOtherPage(request)) accounts.noteEmbedding(avatar.accountId);
      const embedders = avatar === null ? 'everybody' : await embeddersOf(avatar, request);
      const policy = pagePolicy(baseUrl, request.headers.host, embedders);
      return sendFile(request, reply.header('content-security-policy', policy), page);
    }),
    // A small picture of the face for the widget's button. Nothing is sent if it would show a private avatar or another face.
    openPage('/sdk/picture/:id', async (request, reply) => {
      const avatar = await findAvatar(deps, request);
      const preset = avatar.private || avatar.model !== null ? undefined : presetOf(avatar);
      const file = files.get(`sdk/pictures/${preset}.webp`);
      return file === undefined
        ? allowAnyPage(reply).code(204).send()
        : sendFile(request, allowAnyPage(reply), file);
    }),
    served('avatar-page', (reply) => reply),
    served('sdk', allowAnyPage),
  ];
}

const presetOf = ({ look }: Avatar): string | undefined => samePreset(readRequestedLook(look).look);

/**
 * The page around ours, which browsers name in the referrer. A private avatar's list is not shown to strangers: only
 * the page that asks is told whether it is on the list.
 */
function embedderOf({ headers: { referer = '' } }: FastifyRequest): string | null {
  return URL.canParse(referer) ? new URL(referer).origin : null;
}

const isMissing = (error: unknown): boolean => error instanceof Refusal && error.code === 'not_found';

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  // The names of built assets contain a hash of their content; browsers must ask again for everything else.
  const isHashed = /-[\w-]{8}\.(js|mjs|css|wasm|onnx|bin)$/.test(file.path);
  reply
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('cross-origin-resource-policy', 'cross-origin');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  reply.header('content-type', file.type);
  if (isWorker(file.path)) reply.header('content-security-policy', workerPolicy);
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  const content = takesBrotli && file.brotli !== null ? file.brotli : file.plain;
  if (content === file.brotli) reply.header('content-encoding', 'br');
  return reply.header('content-length', content.bytes).send(content.open());
}

/**
 * Recognisers run as WebAssembly, inside workers only. A worker has the policy of its own answer, so the page's policy
 * does not need 'wasm-unsafe-eval'. In Chromium, the worker cannot compile its program without that word here.
 */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const isWorker = (path: string): boolean => /^sdk\/ears\/[\w-]+-worker-[\w-]{8}\.js$/.test(path);

/** The origins of the pages that may frame an avatar's page. */
export type Embedders = readonly string[] | 'everybody';

/** Allows only our own files and nothing inline. */
export function pagePolicy(baseUrl: string, host: string | undefined, embedders: Embedders): string {
  const { protocol } = new URL(baseUrl);
  // Some browsers do not count WebSockets as 'self'. The page may have been opened under any of our names.
  const sockets = [baseUrl, `${protocol}//${host}`]
    .filter(isWebOrigin)
    .map((url) => url.replace(/^http/, 'ws'));
  const ancestors = embedders === 'everybody' ? null : ["'self'", ...embedders.filter(isWebOrigin)];
  return [
    "default-src 'self'",
    `connect-src ${["'self'", ...new Set(sockets)].join(' ')}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    // A rule with * would still refuse a page that is opened as a file.
    ...(ancestors === null ? [] : [`frame-ancestors ${ancestors.join(' ')}`]),
  ].join('; ');
}
