import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';

/** To measure and time this much takes a few milliseconds. */
export const sliceBytes = 16_384;
/** To resample this much takes a few milliseconds, from any sample rate. */
export const resampledSliceBytes = 4_096;

/** Cuts a stream of bytes into slices. After each one, everything else in the process gets its turn. */
export async function* inSlices(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytesEach = sliceBytes,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    for (let at = 0; at < bytes.length; at += bytesEach) {
      yield bytes.subarray(at, at + bytesEach);
      await turnOfTheEventLoop();
    }
  }
}
