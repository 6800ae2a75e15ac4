import { writeFileSync } from 'node:fs';
import { bytesOf, Resampler, toInt16, wavFile } from '@parley/protocol/audio';
import { loadEngine, naturalSetup, naturalSpec, type PersonName } from '../../server/src/speech/index.ts';

export const clipRate = 16_000;
const voiceRate = 24_000;
const microphoneRate = 48_000;

type Word = { readonly from: number; readonly startMs: number };

/** Says a text with the natural voice. At each " … " the speaker stops to think, with the melody of the whole sentence. */
export async function openSpeaker(voiceFiles: string) {
  const engine = await loadEngine(naturalSetup(voiceFiles).folder);
  return async (person: PersonName, text: string, pauseMs: number): Promise<Float32Array<ArrayBuffer>> => {
    const parts = text.split(' … ');
    const resampler = new Resampler(voiceRate, clipRate);
    const pieces: Float32Array[] = [];
    const words: Word[] = [];
    await engine.speak(
      {
        voice: naturalSpec(person),
        text: parts.join(' '),
        spans: [],
        isFirst: true,
        part: 'whole',
        tailMs: 0,
      },
      {
        timing: (timing) => words.push(...timing.words),
        audio: (samples) =>
          pieces.push(resampler.push(Float32Array.from(samples, (sample) => sample / 32_768))),
        isCancelled: () => false,
      },
    );
    return withPauses(untilLastSound(joined([...pieces, resampler.flush()])), words, parts, pauseMs);
  };
}

/** Puts silence before each part but the first. */
function withPauses(sound: Float32Array, words: readonly Word[], parts: readonly string[], ms: number) {
  const pieces: Float32Array[] = [];
  let [cut, from] = [0, 0];
  for (const part of parts.slice(0, -1)) {
    from += part.length + 1;
    const word = words.find((candidate) => candidate.from >= from);
    const at = Math.round(((word?.startMs ?? 0) * clipRate) / 1000);
    pieces.push(sound.subarray(cut, at), silence(ms));
    cut = at;
  }
  return joined([...pieces, sound.subarray(cut)]);
}

/** Without the silence at the end, so that the last sample is the end of speech. */
const untilLastSound = (sound: Float32Array): Float32Array =>
  sound.slice(0, sound.findLastIndex((sample) => Math.abs(sample) > 0.01) + 1);

export const silence = (ms: number): Float32Array<ArrayBuffer> => new Float32Array((ms * clipRate) / 1000);

export function joined(pieces: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Writes a recording for a fake microphone. */
export function writeRecording(path: string, sound: Float32Array): void {
  const resampler = new Resampler(clipRate, microphoneRate);
  const parts = [resampler.push(sound), resampler.flush()];
  writeFileSync(
    path,
    wavFile(
      parts.map((part) => bytesOf(toInt16(part))),
      microphoneRate,
    ),
  );
}
