import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Conversations, transcriptForms } from '../../conversations/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { WordError } from '../answers/word-error.ts';
import type { Route } from '../route.ts';
import { allowAnyPage } from './cors.ts';
import documents from './documents.json' with { type: 'json' };
import { findSessionWithAvatar, type VisitorSessionDeps, visitorsSessionId } from './visitor-session.ts';

const afterEndMs = 60 * 60_000;
const expired = 'A transcript can be downloaded for one hour after the session has ended.';

const isFormat = (value: unknown): value is keyof typeof transcriptForms =>
  typeof value === 'string' && Object.hasOwn(transcriptForms, value);

/** Sends a visitor the transcript of their own session, if the avatar allows it. */
export function transcriptRoute(
  deps: VisitorSessionDeps & { clock: Clock; conversations: Pick<Conversations, 'transcriptPages'> },
): Route {
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const id = await visitorsSessionId(deps, request, 'transcript');
    const { format: given } = request.query as { format?: unknown };
    const format = given === undefined || given === '' ? 'text' : given;
    if (!isFormat(format)) throw new WordError(400, 'invalid', 'The format must be text, json or vtt.');
    const { session, avatar } = await findSessionWithAvatar(deps, id);
    if (!avatar.allowTranscriptDownload)
      throw new WordError(403, 'download_off', 'This avatar does not let visitors download the transcript.');
    const { userName, createdAt, firstConnectedAt, endedAt, forgottenAt } = session;
    if (forgottenAt !== null) throw new WordError(410, 'transcript_deleted', 'This transcript was deleted.');
    if (endedAt !== null && deps.clock.now() >= endedAt + afterEndMs)
      throw new WordError(410, 'download_expired', expired);
    const { make, type, ending } = transcriptForms[format];
    const head = {
      sessionId: id,
      avatarName: avatar.name,
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
    document: documents['GET /client/sessions/:session/transcript'],
    handle: (request, reply) => handle(request, allowAnyPage(reply).header('cache-control', 'no-store')),
  };
}
