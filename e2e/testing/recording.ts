import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, Resampler, toFloat32, toInt16, wavFile } from '@parley/protocol/audio';
import { createLog } from '../../server/src/kernel/index.ts';
import { createAddressPolicy, createOutbound } from '../../server/src/outbound/index.ts';
import { createSpeech, defaultVoice } from '../../server/src/speech/index.ts';

/** Spoken words, or milliseconds of silence, or of noise such as a knock or a cough. */
export type RecordedPart = string | number | { readonly noiseMs: number };

const rate = 48_000;

/** A recording for a fake microphone, spoken by the built-in voice. */
export async function record(folder: string, name: string, parts: readonly RecordedPart[]): Promise<string> {
  await using outbound = createOutbound({
    policy: createAddressPolicy({ allowLoopback: false, allowedNetworks: [], forbiddenPorts: [] }),
  });
  await using speech = await createSpeech({ outbound, log: createLog('silent'), workers: 1 });
  const voice = speech.voiceFor('acc_1', defaultVoice);
  if (voice === null) throw new Error('there is no built-in voice');
  const sound: Int16Array<ArrayBuffer>[] = [];
  for (const part of parts) {
    if (typeof part === 'number') {
      sound.push(new Int16Array((rate * part) / 1000));
      continue;
    }
    if (typeof part === 'object') {
      sound.push(noise(part.noiseMs));
      continue;
    }
    let resampler: Resampler | null = null;
    const sentence = { markup: part, text: part, locale: 'en-US', caller: 'recording' };
    for await (const piece of voice.speak(sentence, AbortSignal.timeout(30_000))) {
      if (piece.kind === 'start') resampler = new Resampler(piece.format.sampleRate, rate);
      if (piece.kind !== 'audio' || resampler === null) continue;
      const samples = new Int16Array(piece.pcm.slice().buffer);
      sound.push(toInt16(resampler.push(toFloat32(samples))));
    }
  }
  const path = join(folder, `${name}.wav`);
  writeFileSync(path, wavFile(sound.map(bytesOf), rate));
  return path;
}

/** Noise that fades away. It is the same each time. */
function noise(ms: number): Int16Array<ArrayBuffer> {
  let seed = 1;
  const length = (rate * ms) / 1000;
  return Int16Array.from({ length }, (_, index) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 20_000 * (1 - index / length);
  });
}
