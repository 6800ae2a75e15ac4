import { sanitizeText } from '@parley/protocol';
import { parseForeignJson, urlWithPath } from '../kernel/index.ts';
import type { OutboundByAccount } from '../outbound/index.ts';
import { HearingFailure, hearingFailure } from './hearing-failure.ts';

export type TranscriptionServer = {
  /** The account that the avatar belongs to. */
  readonly accountId: string;
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
};

export type Transcription = {
  /** The words of a recording; rejects with a HearingFailure. */
  transcribe(
    server: TranscriptionServer,
    recording: Buffer,
    language: string,
    signal: AbortSignal,
  ): Promise<string>;
};

const limits = { connectTimeoutMs: 4_000, totalTimeoutMs: 20_000, maxResponseBytes: 256 * 1024 };

/** No visitor says that much in half a minute. */
const maxTextBytes = 8_192;

/** Any server that speaks OpenAI's `/v1/audio/transcriptions`. */
export function createTranscription({ outbound }: { outbound: OutboundByAccount }): Transcription {
  return {
    async transcribe(server, recording, language, signal) {
      const form = await formOf(server.model, language, recording);
      try {
        const { status, body } = await outbound.forAccount(server.accountId).request({
          ...limits,
          url: urlWithPath(server.url, '/audio/transcriptions'),
          method: 'POST',
          headers: {
            'content-type': form.contentType,
            accept: 'application/json',
            ...(server.key === null || server.key === '' ? {} : { authorization: `Bearer ${server.key}` }),
          },
          body: form.body,
          signal,
        });
        if (status < 200 || status > 299) throw statusFailure(status);
        return textIn(body);
      } catch (error) {
        throw hearingFailure(error);
      }
    },
  };
}

async function formOf(model: string, language: string, recording: Buffer) {
  const form = new FormData();
  form.set('model', model);
  // These servers expect a language without its region.
  const [spoken = ''] = language.toLowerCase().split('-');
  if (/^[a-z]{2,3}$/.test(spoken)) form.set('language', spoken);
  form.set('response_format', 'json');
  form.set('file', new Blob([Uint8Array.from(recording)], { type: 'audio/wav' }), 'speech.wav');
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

function textIn(body: Buffer): string {
  const answer = parseForeignJson(body.toString('utf8'));
  if (answer === undefined) {
    const detail =
      'The transcription server answered with something that is not JSON, or has too many parts.';
    throw new HearingFailure('server', detail);
  }
  const text = typeof answer === 'object' && answer !== null && 'text' in answer ? answer.text : null;
  if (typeof text !== 'string')
    throw new HearingFailure('server', 'The transcription server answered without a text.');
  const words = sanitizeText(text).trim();
  if (Buffer.byteLength(words) > maxTextBytes)
    throw new HearingFailure(
      'server',
      'The transcription server answered with far more words than were said.',
    );
  return words;
}

const advice: Readonly<Record<number, string>> = {
  401: ' Check the key.',
  403: ' Check the key.',
  404: ' Check the address and the model.',
  429: ' It gets too many requests.',
};

const statusFailure = (status: number): HearingFailure =>
  new HearingFailure('server', `The transcription server answered ${status}.${advice[status] ?? ''}`);
