import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resampler } from '../../packages/ears/src/capture/resampler.ts';
import { createLog } from '../../server/src/kernel/index.ts';
import { createAddressPolicy, createOutbound } from '../../server/src/outbound/index.ts';
import { createSpeech, defaultVoice } from '../../server/src/speech/index.ts';

/** Words that are said, or milliseconds of silence or of noise such as a knock or a cough makes. */
export type RecordedPart = string | number | { readonly noiseMs: number };

const rate = 48_000;

/** A recording for a fake microphone, spoken by the built-in voice. */
export async function record(folder: string, name: string, parts: readonly RecordedPart[]): Promise<string> {
  await using outbound = createOutbound({
    policy: createAddressPolicy({ allowLoopback: false, allowedNetworks: [], forbiddenPorts: [] }),
  });
  await using speech = await createSpeech({ outbound, log: createLog('silent'), workers: 1 });
  const voice = speech.voiceFor(defaultVoice);
  if (voice === null) throw new Error('there is no built-in voice');
  const sound: Int16Array[] = [];
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
      const higher = resampler.push(Float32Array.from(samples, (sample) => sample / 32_768));
      sound.push(Int16Array.from(higher, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767));
    }
  }
  const path = join(folder, `${name}.wav`);
  writeFileSync(path, wavFile(sound));
  return path;
}

/** Fades away; the same each time. */
function noise(ms: number): Int16Array {
  let seed = 1;
  const length = (rate * ms) / 1000;
  return Int16Array.from({ length }, (_, index) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 20_000 * (1 - index / length);
  });
}

function wavFile(sound: readonly Int16Array[]): Buffer {
  const data = Buffer.concat(
    sound.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
