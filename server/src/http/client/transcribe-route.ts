import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Avatar, Avatars } from '../../avatars/index.ts';
import type { RateLimits, SessionDirectory } from '../../bus/index.ts';
import { HearingFailure, maxRecordingBytes, readRecording, type Transcription } from '../../hearing/index.ts';
import { type Log, Semaphore, SemaphoreFull } from '../../kernel/index.ts';
import { bearerToken } from '../access/bearer-token.ts';
import { sendJson } from '../answers/answers.ts';
import { WordError } from '../answers/word-error.ts';
import type { Route } from '../route.ts';
import { whenClosed } from '../server/when-closed.ts';
import { allowAnyPage } from './cors.ts';
import documents from './documents.json' with { type: 'json' };

const rule = { burst: 10, rate: 1 };
const bodyWithinMs = 15_000;
const maxAtOnce = 64;

/** Sends a page's recording to the avatar's transcription server and answers with the text. */
export function transcribeRoute(deps: {
  avatars: Pick<Avatars, 'withSecrets'>;
  sessions: Pick<SessionDirectory, 'find'>;
  limits: RateLimits;
  transcription: Transcription;
  hearingSession(token: string): string | null;
  log: Log;
}): Route {
  // A recording takes a megabyte of memory, so it is read only when it is its turn.
  const recordings = new Semaphore({ limit: maxAtOnce, maxWaiting: maxAtOnce });
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerToken(request) ?? '';
    const sessionId = deps.hearingSession(token);
    if (sessionId === null)
      throw new WordError(401, 'not_allowed', 'This needs the hearing token of a session.');
    if (!(await deps.limits.take(`hearing:${sessionId}`, rule)))
      throw new WordError(429, 'too_many_requests', 'Too many recordings. Please slow down.');
    const session = await deps.sessions.find(sessionId);
    if (session === null) throw new WordError(404, 'session_ended', 'This call has ended.');
    const found = await deps.avatars.withSecrets(session.state.avatarId);
    const hearing = found?.avatar.hearing;
    if (found === null || !hearing?.server || !usesServer(found.avatar))
      throw new WordError(409, 'no_server', 'This avatar does not use a transcription server.');
    const { accountId } = found.avatar;
    const server = { ...hearing.server, accountId, key: found.hearingKey };
    const { language } = request.query as { language?: unknown };
    const gone = new AbortController();
    whenClosed(reply.raw, () => gone.abort());
    const { signal } = gone;
    const transcribe = async () => {
      const body = await wholeBody(request.body);
      if (body === 'too-large')
        throw new WordError(413, 'too_large', `A recording may have at most ${maxRecordingBytes} bytes.`);
      const spoken = typeof language === 'string' && language !== '' ? language : hearing.language;
      const text = await deps.transcription.transcribe(server, readRecording(body), spoken, signal);
      return sendJson(reply, 200, { text });
    };
    try {
      return await recordings.run(accountId, transcribe, { signal });
    } catch (error) {
      if (error instanceof SemaphoreFull)
        throw new WordError(
          429,
          'too_many_requests',
          'Too many recordings are waiting. Please type instead.',
        );
      if (signal.aborted) throw new WordError(502, 'server_failed', 'The request was aborted.');
      if (!(error instanceof HearingFailure)) throw error;
      const avatarId = found.avatar.id;
      deps.log.warn({ sessionId, avatarId, stage: error.stage }, 'could not transcribe a recording');
      deps.log.debug(
        { sessionId, avatarId, reason: error.detail },
        'why a recording could not be transcribed',
      );
      if (error.stage === 'timeout') throw new WordError(504, 'timeout', error.message);
      throw new WordError(502, 'server_failed', error.message);
    }
  };
  return {
    method: 'POST',
    path: '/client/transcribe',
    access: { kind: 'open' },
    // The body is read only after the checks have passed.
    streamsBody: true,
    document: documents['POST /client/transcribe'],
    async handle(request, reply) {
      try {
        return await handle(request, allowAnyPage(reply));
      } finally {
        // The rest of the upload is read: a client whose connection closes while it sends never sees the answer.
        if (request.body instanceof Readable) request.body.resume();
      }
    },
  };
}

const usesServer = ({ hearing, furtherLanguages }: Avatar): boolean =>
  hearing.recogniser === 'server' || furtherLanguages.some((row) => row.hearing === 'server');

async function wholeBody(body: unknown): Promise<Buffer | 'too-large'> {
  if (!(body instanceof Readable)) return Buffer.alloc(0);
  const slow = setTimeout(() => body.destroy(), bodyWithinMs).unref();
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxRecordingBytes) return 'too-large';
      pieces.push(piece);
    }
  } finally {
    clearTimeout(slow);
  }
  return Buffer.concat(pieces);
}
