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
  const words = [1, 2].map((segment) =>
    recogniser.recognise(new Float32Array(8), signal, { segment, isLast: true }),
  );
  return { worker, recogniser, outcomes: Promise.allSettled(words) };
}

describe('the recogniser on the device', () => {
  it('[EA72] rejects what it was asked when it is closed', async () => {
    const { worker, recogniser, outcomes } = asked();
    recogniser.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(worker.isTerminated).toBe(true);
  });

  it('[EA72] rejects what it was asked when its worker crashes', async () => {
    const { worker, outcomes } = asked();
    worker.dispatchEvent(new Event('error'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
