import { withoutTrailing } from '@parley/protocol';
import { inSlices } from '../pcm/slices.ts';
import type { PieceWriter } from '../piece-writer.ts';
import type { ScriptItem } from '../script/script.ts';
import { PartPlayer } from '../timing/part-player.ts';
import { Track } from '../timing/track.ts';
import type { SpeechPiece, Voice } from '../voice.ts';
import type { AzureConnections } from './azure-connections.ts';
import { readMetadata, synthesisContext, writeMessage } from './azure-messages.ts';
import { azureSsml } from './azure-ssml.ts';
import { AzureTimes } from './azure-times.ts';
import { type PartLimits, performedVoice } from './perform-parts.ts';
import { silentFailure } from './provider-failure.ts';

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
const maxHeldMs = 1_000;

/** The configured address, or the region's address; null if neither is valid. */
export function azureUrl({
  url = '',
  region = '',
}: {
  url?: string;
  region?: string | undefined;
}): URL | null {
  if (url === '') {
    return /^[a-z\d]{3,40}$/.test(region)
      ? new URL(`https://${region}.tts.speech.microsoft.com${synthesisPath}`)
      : null;
  }
  const parsed = URL.parse(url);
  if (parsed !== null && withoutTrailing(parsed.pathname, '/') === '') parsed.pathname = synthesisPath;
  return parsed;
}

type WholeSentence = {
  readonly kind: 'speech';
  readonly script: readonly ScriptItem[];
  readonly locale: string | undefined;
};

/**
 * Azure Speech, by the WebSocket protocol of its own clients, because the plain HTTP protocol reports no times. Sound
 * and the times of words, visemes and marks come from the service.
 */
export function createAzureVoice(settings: AzureVoiceSettings): Voice {
  return performedVoice<WholeSentence>({
    sampleRate,
    precision: { words: 'exact', visemes: 'exact' },
    // Pauses and marks without a word are written without asking the service.
    partsOf: (script, { locale }) =>
      hasWords(script)
        ? [{ kind: 'speech', script, locale }]
        : script.filter((item) => item.kind !== 'words'),
    speak: (part, writer, limits) => speakSentence(settings, part, writer, limits),
  });
}

async function* speakSentence(
  { connections, account, url, key, voice }: AzureVoiceSettings,
  { script, locale }: WholeSentence,
  writer: PieceWriter,
  { maxMs, signal }: PartLimits,
): AsyncGenerator<SpeechPiece> {
  const ssml = azureSsml(script, voice, localeOf(voice) ?? locale ?? 'en-US');
  const messages = (requestId: string) => [
    writeMessage('synthesis.context', requestId, 'application/json', synthesisContext(format)),
    writeMessage('ssml', requestId, 'application/ssml+xml', ssml),
  ];
  const track = new Track(0);
  const words = script.flatMap((item) => (item.kind === 'words' ? item.words : []));
  const marks = script.flatMap((item) => (item.kind === 'mark' ? [item.name] : []));
  const source = new AzureTimes(words, new Set(marks), track);
  const player = new PartPlayer({ writer, track, source, maxHeldMs, gain: 1, maxMs });
  for await (const { path, body } of await connections.turn({ account, url, key }, messages, signal)) {
    if (path === 'audio.metadata') for (const metadata of readMetadata(body)) source.take(metadata);
    yield* player.release();
    if (path !== 'audio') continue;
    for await (const slice of inSlices([body])) yield* player.push(slice);
  }
  if (player.isEmpty) throw silentFailure();
  yield* player.finish();
}

const hasWords = (script: readonly ScriptItem[]): boolean =>
  script.some(
    (item) => item.kind === 'words' && item.words.some(({ written }) => /[\p{L}\p{N}]/u.test(written)),
  );

/** The name of a voice begins with its language. */
const localeOf = (voice: string): string | undefined => /^[a-z]{2,3}-[A-Z][A-Za-z]{1,3}/.exec(voice)?.[0];
