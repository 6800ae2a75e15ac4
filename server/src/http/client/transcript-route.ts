import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Avatars } from '../../avatars/index.ts';
import type { RateLimits } from '../../bus/index.ts';
import { type Conversations, transcriptForms } from '../../conversations/index.ts';
import type { Sql } from '../../db/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { readListedSession } from '../../live/index.ts';
import { bearerToken } from '../access/bearer-token.ts';
import { sourceBucket } from '../access/source-address.ts';
import { sendWordError } from '../answers/answers.ts';
import type { Route } from '../route.ts';
import { allowAnyPage } from './cors.ts';

const rule = { burst: 20, rate: 1 };
const afterEndMs = 60 * 60_000;

const isFormat = (value: unknown): value is keyof typeof transcriptForms =>
  typeof value === 'string' && Object.hasOwn(transcriptForms, value);

/** Sends a visitor the transcript of their own session, if the avatar allows it. */
export function transcriptRoute(deps: {
  sql: Sql;
  clock: Clock;
  avatars: Pick<Avatars, 'withSecrets'>;
  conversations: Pick<Conversations, 'transcriptPages'>;
  limits: RateLimits;
  isTranscriptTokenOf(sessionId: string, token: string): boolean;
}): Route {
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const refuse = (status: number, code: string, message: string) =>
      sendWordError(reply, status, code, message);
    if (!(await deps.limits.take(`transcript:${sourceBucket(request.ip)}`, rule)))
      return refuse(429, 'too_many_requests', 'Too many requests. Please slow down.');
    const { session: id = '' } = request.params as { session?: string };
    const token = bearerToken(request) ?? '';
    if (!deps.isTranscriptTokenOf(id, token))
      return refuse(401, 'not_allowed', 'This needs the transcript token of this session.');
    const { format: given } = request.query as { format?: unknown };
    const format = given === undefined || given === '' ? 'text' : given;
    if (!isFormat(format)) return refuse(400, 'invalid', 'The format must be text, json or vtt.');
    const session = await readListedSession(deps.sql, null, id);
    const avatar = session === null ? null : await deps.avatars.withSecrets(session.avatarId);
    if (session === null || avatar === null)
      return refuse(404, 'not_found', 'This session does not exist. Check its id.');
    const { name: avatarName, allowTranscriptDownload } = avatar.avatar;
    if (!allowTranscriptDownload)
      return refuse(403, 'download_off', 'This avatar does not let visitors download the transcript.');
    const { userName, createdAt, firstConnectedAt, endedAt, forgottenAt } = session;
    if (forgottenAt !== null) return refuse(410, 'transcript_deleted', 'This transcript was deleted.');
    if (endedAt !== null && deps.clock.now() >= endedAt + afterEndMs)
      return refuse(
        410,
        'download_expired',
        'A transcript can be downloaded for one hour after the session has ended.',
      );
    const { make, type, ending } = transcriptForms[format];
    const head = {
      sessionId: id,
      avatarName,
      userName,
      startedAtMs: firstConnectedAt ?? createdAt,
      endedAtMs: endedAt,
    };
    return reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="transcript-${id}.${ending}"`)
      .send(Readable.from(make(head, deps.conversations.transcriptPages(id))));
  };
  return {
    method: 'GET',
    path: '/client/sessions/:session/transcript',
    access: { kind: 'open' },
    document: {
      tag: 'Visitor’s client',
      summary: 'Download the transcript of a session as its visitor',
      description:
        'For avatars with the setting allow_transcript_download. It holds what the visitor said and heard. It can be downloaded during the session and for one hour after it has ended. The transcript token comes with the welcome of the session’s WebSocket and goes into "Authorization: Bearer …".',
      query: {
        format: Type.Optional(
          Type.String({ description: 'text, json or vtt (WebVTT captions).', default: 'text' }),
        ),
      },
      answers: {
        200: { description: 'The transcript as a file' },
        400: { description: 'invalid: no such format' },
        401: { description: 'not_allowed: no transcript token, or that of another session' },
        403: { description: 'download_off: the avatar does not allow it' },
        404: { description: 'not_found' },
        410: { description: 'transcript_deleted or download_expired' },
        429: { description: 'too_many_requests' },
      },
    },
    handle: (request, reply) => handle(request, allowAnyPage(reply).header('cache-control', 'no-store')),
  };
}
