/** Some bytes as samples. They are copied only if they are not aligned to two bytes. */
export function samplesOf(pcm: Uint8Array<ArrayBuffer>): Int16Array<ArrayBuffer> {
  if (pcm.byteOffset % 2 === 0) return new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength >> 1);
  return new Int16Array(pcm.slice().buffer, 0, pcm.byteLength >> 1);
}

export function levelOf(samples: Int16Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
