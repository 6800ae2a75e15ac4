import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';

/** To resample, measure and time this much takes a few milliseconds at any sample rate. */
export const sliceBytes = 16_384;

/** Cuts a stream of bytes into slices. After each one, everything else in the process gets its turn. */
export async function* inSlices(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      yield bytes.subarray(at, at + sliceBytes);
      await turnOfTheEventLoop();
    }
  }
}
