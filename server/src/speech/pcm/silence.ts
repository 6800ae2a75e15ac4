const longestMs = 200;

/** Silence, in pieces of the usual size. */
export function* silence(durationMs: number, sampleRate: number): Generator<Uint8Array<ArrayBuffer>> {
  let left = Math.round((durationMs * sampleRate) / 1_000);
  const most = Math.round((longestMs * sampleRate) / 1_000);
  while (left > 0) {
    const samples = Math.min(left, most);
    left -= samples;
    yield new Uint8Array(2 * samples);
  }
}
