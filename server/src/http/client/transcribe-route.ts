import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Avatars, type AvatarWithSecrets, avatarIn } from '../../avatars/index.ts';
import type { RateLimits, SessionDirectory } from '../../bus/index.ts';
import {
  customRecogniserName,
  type HearingEngine,
  HearingFailure,
  maxRecordingBytes,
  readRecording,
  samplesOf,
  type Transcription,
} from '../../hearing/index.ts';
import { bearerToken, type Log, Semaphore, SemaphoreFull } from '../../kernel/index.ts';
import { sendJson } from '../answers/answers.ts';
import { WordError } from '../answers/word-error.ts';
import type { Route } from '../route.ts';
import { whenClosed } from '../server/when-closed.ts';
import { allowAnyPage } from './cors.ts';
import documents from './documents.json' with { type: 'json' };

const recordingRule = { burst: 10, rate: 1 };
const bodyWithinMs = 15_000;
const maxAtOnce = 64;
/** The whole turn, while the attempt at its beginning is still arriving. */
const maxWaitingOfSession = 1;

/** Has a page's recording transcribed by the avatar's own recogniser or server, and answers with the text. */
export function transcribeRoute(deps: {
  avatars: Pick<Avatars, 'withSecrets'>;
  sessions: Pick<SessionDirectory, 'find'>;
  limits: RateLimits;
  transcription: Transcription;
  hearing: Pick<HearingEngine, 'openTurn'>;
  hearingSession(token: string): string | null;
  log: Log;
}): Route {
  // A recording takes a megabyte of memory, so it is read only when it is its turn.
  const recordings = new Semaphore({ limit: maxAtOnce, maxWaiting: maxAtOnce });
  // A place is taken before the body comes. A session that begins recordings and does not send them takes only one.
  const arrivals = new Semaphore({
    limit: Number.POSITIVE_INFINITY,
    maxPerKey: 1,
    maxWaitingPerKey: maxWaitingOfSession,
  });
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerToken(request) ?? '';
    const sessionId = deps.hearingSession(token);
    if (sessionId === null)
      throw new WordError(401, 'not_allowed', 'This needs the hearing token of a session.');
    if (!(await deps.limits.take(`hearing:${sessionId}`, recordingRule)))
      throw new WordError(429, 'too_many_requests', 'Too many recordings. Please slow down.');
    const session = await deps.sessions.find(sessionId);
    if (session === null) throw new WordError(404, 'session_ended', 'This call has ended.');
    const found = await deps.avatars.withSecrets(session.state.avatarId);
    const { language } = request.query as { language?: unknown };
    const spoken =
      typeof language === 'string' && language !== '' ? language : found?.avatar.hearing.language;
    const recognise = found === null ? null : recogniserOf(found, spoken ?? '', deps);
    if (found === null || recognise === null)
      throw new WordError(409, 'no_server', 'This avatar does not use a transcription server.');
    const { accountId } = found.avatar;
    const gone = new AbortController();
    whenClosed(reply.raw, () => gone.abort());
    const { signal } = gone;
    const transcribe = async (arrived: () => void) => {
      const body = await wholeBody(request.body).finally(arrived);
      if (body === 'too-large')
        throw new WordError(413, 'too_large', `A recording may have at most ${maxRecordingBytes} bytes.`);
      return sendJson(reply, 200, { text: await recognise(readRecording(body), signal) });
    };
    let arrived = () => {};
    try {
      arrived = await arrivals.acquire(sessionId, { signal });
      return await recordings.run(accountId, () => transcribe(arrived), { signal });
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
    } finally {
      arrived();
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

/** Null if the avatar hears in the page. */
function recogniserOf(
  { avatar, hearingKey: key }: AvatarWithSecrets,
  language: string,
  deps: { transcription: Transcription; hearing: Pick<HearingEngine, 'openTurn'> },
): ((recording: Buffer, signal: AbortSignal) => Promise<string>) | null {
  const { accountId, hearing, furtherLanguages } = avatar;
  const name = customRecogniserName(avatarIn(avatar, language).hearing.recogniser);
  if (name !== null)
    return async (recording, signal) => {
      using turn = deps.hearing.openTurn(accountId, name);
      return await turn.hear(samplesOf(recording), true, signal);
    };
  const usesServer =
    hearing.recogniser === 'server' || furtherLanguages.some((row) => row.hearing === 'server');
  if (!usesServer || hearing.server === null) return null;
  const server = { ...hearing.server, accountId, key };
  return (recording, signal) => deps.transcription.transcribe(server, recording, language, signal);
}

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
