import { bytesOf } from '@parley/protocol/audio';
import { Resampler } from '../pcm/resampler.ts';
import { samplesOf } from '../pcm/samples.ts';
import { inSlices, resampledSliceBytes } from '../pcm/slices.ts';
import { WavReader } from '../pcm/wav-reader.ts';

/**
 * The samples in a voice server's answer, at the wanted rate. Some servers send a WAV file although PCM was requested,
 * and at another sample rate.
 */
export async function* plainPcm(body: AsyncIterable<Uint8Array>, rate: number): AsyncGenerator<Uint8Array> {
  const reader = new WavReader();
  let resampler: ByteResampler | null = null;
  let isFirst = true;
  for await (const slice of inSlices(body)) {
    const sound = reader.push(slice);
    if (sound.length === 0) continue;
    if (isFirst) resampler = resamplerFor(reader.sampleRate, rate);
    isFirst = false;
    if (resampler === null) yield sound;
    else for await (const part of inSlices([sound], resampledSliceBytes)) yield resampler.push(part);
  }
  yield resampler?.flush() ?? reader.flush();
}

const resamplerFor = (from: number | null, to: number): ByteResampler | null =>
  from === null || from === to ? null : new ByteResampler(from, to);

/** Resamples bytes that may end in the middle of a sample. */
class ByteResampler {
  readonly #resampler: Resampler;
  #rest = new Uint8Array();

  constructor(from: number, to: number) {
    this.#resampler = new Resampler(from, to);
  }

  push(bytes: Uint8Array): Uint8Array {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    this.#rest = all.slice(all.length & ~1);
    return bytesOf(this.#resampler.push(samplesOf(all.subarray(0, all.length & ~1))));
  }

  flush(): Uint8Array {
    return bytesOf(this.#resampler.flush());
  }
}
