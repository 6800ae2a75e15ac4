import { describe, expect, it } from 'vitest';
import type { RecognitionClass } from '../recognition/browser-recogniser.ts';
import { hearTurn } from './browser-turn.ts';

/** Stands in for the recogniser of a browser. */
class Recognition extends EventTarget {
  static latest: Recognition | null = null;
  static started = 0;
  onresult: ((event: unknown) => void) | null = null;
  onend: (() => void) | null = null;
  readonly calls: string[] = [];
  start(): void {
    Recognition.latest = this;
    Recognition.started += 1;
  }
  stop(): void {
    this.calls.push('stop');
  }
  abort(): void {
    this.calls.push('abort');
    this.onend?.();
  }
  say(transcript: string, isFinal: boolean): void {
    this.onresult?.({ resultIndex: 0, results: [{ 0: { transcript }, isFinal }] });
  }
}

function held(isReleased = false) {
  Recognition.started = 0;
  const events: string[] = [];
  const released = Promise.withResolvers<void>();
  const turn = {
    isReleased,
    released: released.promise,
    handleWords: (text: string) => events.push(text),
    handleHeard: () => events.push('heard'),
    handleDone: (text: string) => events.push(`done: ${text}`),
  };
  const recognition = hearTurn(Recognition as unknown as RecognitionClass, 'en', turn, {
    handleHearing() {},
    handleStopped: (reason) => events.push(reason),
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const release = () => {
    released.resolve();
    return settle();
  };
  return { recognition, events, release, settle };
}

describe('a turn with the browser’s own recogniser', () => {
  it('[EA60] joins all results, and waits for the last one after the release', async () => {
    const { events, release, settle } = held();
    const recogniser = Recognition.latest;
    recogniser?.say('my number is', true);
    recogniser?.say('five', false);
    await release();
    expect(recogniser?.calls).toEqual(['stop']);
    recogniser?.say('five six', true);
    expect(events).toEqual(['my number is', 'my number is five', 'my number is five six']);
    recogniser?.onend?.();
    await settle();
    expect(events.slice(3)).toEqual(['heard', 'done: my number is five six']);
  });

  it('[EA60] does not wait for a recogniser that has stopped by itself', async () => {
    const { events, release } = held();
    Recognition.latest?.say('hello', true);
    Recognition.latest?.onend?.();
    await release();
    expect(events).toEqual(['hello', 'heard', 'done: hello']);
  });

  it('[EA63] [EA65] reports nothing after it was cancelled, and does not start for a turn that is over', async () => {
    const { recognition, events, release } = held();
    recognition?.abort();
    expect(Recognition.latest?.calls).toEqual(['abort']);
    await release();
    expect(events).toEqual([]);
    const over = held(true);
    expect(Recognition.started).toBe(0);
    expect(over.events).toEqual(['heard', 'done: ']);
  });
});
