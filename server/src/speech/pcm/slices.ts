import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';

/** Measuring and timing this much takes a few milliseconds. */
export const sliceBytes = 16_384;
/** Resampling this much takes a few milliseconds, from any sample rate. */
export const resampledSliceBytes = 4_096;

/** Cuts a stream of bytes into slices. After each slice, the event loop runs other work. */
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
