import { withoutTrailing } from '@parley/protocol';
import { inSlices } from '../pcm/slices.ts';
import { PieceWriter } from '../piece-writer.ts';
import { readScript, type ScriptItem } from '../script/script.ts';
import { PartPlayer } from '../timing/part-player.ts';
import { Track } from '../timing/track.ts';
import { abortedFailure, type Sentence, type SpeechPiece, type Voice } from '../voice.ts';
import type { AzureConnections } from './azure-connections.ts';
import { readMetadata, synthesisContext, writeMessage } from './azure-messages.ts';
import { azureSsml } from './azure-ssml.ts';
import { AzureTimes } from './azure-times.ts';
import { silentFailure } from './provider-failure.ts';
import { mostSpeechMs } from './sentence-limits.ts';

export type AzureVoiceSettings = {
  readonly connections: AzureConnections;
  readonly account: string;
  readonly url: URL;
  readonly key: string;
  /** Such as `en-US-JennyNeural`. */
  readonly voice: string;
};

const sampleRate = 24_000;
const format = 'raw-24khz-16bit-mono-pcm';
const synthesisPath = '/cognitiveservices/websocket/v1';
const mostHeldMs = 1_000;

/** The configured address, or the region's address; null if neither is valid. */
export function azureUrl({
  url,
  region,
}: {
  url?: string | undefined;
  region?: string | undefined;
}): URL | null {
  if (url === undefined || url === '') {
    return /^[a-z\d]{3,40}$/.test(region ?? '')
      ? new URL(`https://${region}.tts.speech.microsoft.com${synthesisPath}`)
      : null;
  }
  const parsed = URL.parse(url);
  if (parsed !== null && withoutTrailing(parsed.pathname, '/') === '') parsed.pathname = synthesisPath;
  return parsed;
}

/**
 * Azure Speech, by the WebSocket protocol of its own clients, because the plain HTTP protocol reports no times. Sound
 * and the times of words, visemes and marks come from the service.
 */
export function createAzureVoice(settings: AzureVoiceSettings): Voice {
  return {
    async *speak(sentence, signal) {
      if (signal.aborted) throw abortedFailure();
      yield {
        kind: 'start',
        format: { sampleRate: sampleRate },
        precision: { words: 'exact', visemes: 'exact' },
      };
      const script = readScript(sentence);
      const writer = new PieceWriter(sampleRate);
      if (hasWords(script)) yield* perform(settings, sentence, script, writer, signal);
      else yield* unspoken(script, writer, signal);
      yield writer.end();
    },
  };
}

async function* perform(
  { connections, account, url, key, voice }: AzureVoiceSettings,
  sentence: Sentence,
  script: readonly ScriptItem[],
  writer: PieceWriter,
  signal: AbortSignal,
): AsyncGenerator<SpeechPiece> {
  const ssml = azureSsml(script, voice, localeOf(voice) ?? sentence.locale ?? 'en-US');
  const messages = (requestId: string) => [
    writeMessage('synthesis.context', requestId, 'application/json', synthesisContext(format)),
    writeMessage('ssml', requestId, 'application/ssml+xml', ssml),
  ];
  const track = new Track(0);
  const words = script.flatMap((item) => (item.kind === 'words' ? item.words : []));
  const marks = script.flatMap((item) => (item.kind === 'mark' ? [item.name] : []));
  const source = new AzureTimes(words, new Set(marks), track);
  const player = new PartPlayer({
    writer,
    track,
    source,
    sampleRate: sampleRate,
    mostHeldMs: mostHeldMs,
    gain: 1,
    mostMs: mostSpeechMs(sentence),
  });
  for await (const { path, body } of await connections.turn({ account, url, key }, messages, signal)) {
    if (path === 'audio.metadata') for (const metadata of readMetadata(body)) source.take(metadata);
    yield* unlessAborted(player.release(), signal);
    if (path !== 'audio') continue;
    for await (const slice of inSlices([body])) yield* unlessAborted(player.push(slice), signal);
  }
  if (player.isEmpty) throw silentFailure();
  yield* player.finish();
}

function* unlessAborted(pieces: Iterable<SpeechPiece>, signal: AbortSignal): Generator<SpeechPiece> {
  for (const piece of pieces) {
    if (signal.aborted) throw abortedFailure();
    yield piece;
    if (signal.aborted) throw abortedFailure();
  }
}

/** Pauses and marks without a word are written without asking the service. */
function* unspoken(
  script: readonly ScriptItem[],
  writer: PieceWriter,
  signal: AbortSignal,
): Generator<SpeechPiece> {
  for (const item of script) {
    if (signal.aborted) throw abortedFailure();
    if (item.kind === 'pause') yield* writer.silence(item.ms);
    if (item.kind === 'mark') yield writer.timing({ marks: [{ name: item.name, atMs: writer.nowMs }] });
  }
}

const hasWords = (script: readonly ScriptItem[]): boolean =>
  script.some(
    (item) => item.kind === 'words' && item.words.some(({ written }) => /[\p{L}\p{N}]/u.test(written)),
  );

/** The name of a voice begins with its language. */
const localeOf = (voice: string): string | undefined => /^[a-z]{2,3}-[A-Z][A-Za-z]{1,3}/.exec(voice)?.[0];
