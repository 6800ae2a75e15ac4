/** The same in both directions, so that a round trip does not change a sample. */
const fullScale = 32_767;

/** Samples between -1 and 1 as 16-bit integers. Louder ones are clipped. */
export const toInt16 = (samples: Float32Array): Int16Array<ArrayBuffer> =>
  Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * fullScale));

/** 16-bit samples as numbers between -1 and 1. */
export const toFloat32 = (samples: Int16Array): Float32Array<ArrayBuffer> =>
  Float32Array.from(samples, (sample) => sample / fullScale);

/** The bytes of some samples, without a copy. */
export const bytesOf = (samples: Int16Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
