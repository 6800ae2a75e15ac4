import { speechText } from '@parley/protocol';
import { wavFile } from '@parley/protocol/audio';
import { SpeechFailure, type Voice } from './voice.ts';

const maxMs = 120_000;

/** Speaks a whole text as a WAV file, so that people can hear a voice before they choose it. */
export async function sayAloud(
  voice: Voice,
  markup: string,
  caller: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let rate = 0;
  let lengthMs = 0;
  for await (const piece of voice.speak({ markup, text: speechText(markup), caller }, signal)) {
    if (piece.kind === 'unread') throw new SpeechFailure('unread', piece.message);
    if (piece.kind === 'start') rate = piece.format.sampleRate;
    if (piece.kind !== 'audio') continue;
    pieces.push(piece.pcm);
    lengthMs += piece.durationMs;
    if (lengthMs > maxMs) throw new SpeechFailure('voice', 'The voice went on for more than two minutes.');
  }
  if (lengthMs === 0) throw new SpeechFailure('voice', 'The voice makes no sound of this text.');
  return Buffer.from(wavFile(pieces, rate).buffer);
}
