import { describe, expect, it } from 'vitest';
import { BuiltInRecogniser } from './built-in-recogniser.ts';

/** A worker that never answers. */
class SilentWorker extends EventTarget {
  isTerminated = false;
  postMessage(): void {}
  terminate(): void {
    this.isTerminated = true;
  }
}

function asked() {
  const worker = new SilentWorker();
  const recogniser = new BuiltInRecogniser(worker as unknown as Worker);
  const { signal } = new AbortController();
  const ask = (segment: number) =>
    recogniser.recognise(new Float32Array(8), signal, { segment, isLast: true });
  return { worker, recogniser, ask, outcomes: Promise.allSettled([1, 2].map(ask)) };
}

describe('the recogniser on the device', () => {
  it('[EA72] rejects what it was asked and is asked when it is closed', async () => {
    const { worker, recogniser, outcomes, ask } = asked();
    recogniser.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([worker.isTerminated, recogniser.hasCrashed]).toEqual([true, false]);
    await expect(ask(3)).rejects.toThrow();
  });

  it('[EA72] rejects what it was asked and is asked when its worker crashes', async () => {
    const { worker, recogniser, outcomes, ask } = asked();
    worker.dispatchEvent(new Event('error'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([worker.isTerminated, recogniser.hasCrashed]).toEqual([true, true]);
    await expect(ask(3)).rejects.toThrow('Speech recognition has stopped.');
  });
});
