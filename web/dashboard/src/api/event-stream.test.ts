import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEventStream } from './event-stream.ts';

class FakeSource {
  static opened: FakeSource[] = [];
  readonly listeners = new Map<string, (event: { data: string }) => void>();
  readonly url: string;
  onerror: () => void = () => {};
  isClosed = false;

  constructor(url: string) {
    this.url = url;
    FakeSource.opened.push(this);
  }
  addEventListener(name: string, listener: (event: { data: string }) => void): void {
    this.listeners.set(name, listener);
  }
  send(data: string): void {
    this.listeners.get('news')?.({ data });
  }
  close(): void {
    this.isClosed = true;
  }
}

describe('a stream of events', () => {
  const network = new EventTarget();
  beforeEach(() => {
    FakeSource.opened = [];
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', FakeSource);
    vi.stubGlobal('window', network);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const open = () => {
    const heard: string[] = [];
    const close = openEventStream(() => `/stream?after=${heard.length}`, {
      on: { news: (data) => heard.push(data) },
      onLost: () => heard.push('lost'),
    });
    return { heard, close };
  };

  it('is opened again after a cut or a refusal, where it was cut', () => {
    const { heard, close } = open();
    FakeSource.opened[0]?.send('one');
    FakeSource.opened[0]?.onerror();
    expect(FakeSource.opened).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    FakeSource.opened[1]?.send('two');
    expect(heard).toEqual(['one', 'lost', 'two']);
    expect(FakeSource.opened.map(({ url, isClosed }) => [url, isClosed])).toEqual([
      ['/stream?after=0', true],
      ['/stream?after=2', false],
    ]);
    close();
  });

  it('waits longer after each failure, and a second again after an event', () => {
    const { close } = open();
    for (const waitMs of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
      const count = FakeSource.opened.length;
      FakeSource.opened.at(-1)?.onerror();
      vi.advanceTimersByTime(waitMs - 1);
      expect(FakeSource.opened).toHaveLength(count);
      vi.advanceTimersByTime(1);
      expect(FakeSource.opened).toHaveLength(count + 1);
    }
    FakeSource.opened.at(-1)?.send('news');
    FakeSource.opened.at(-1)?.onerror();
    vi.advanceTimersByTime(1_000);
    expect(FakeSource.opened).toHaveLength(8);
    close();
  });

  it('does not wait for a network that the browser knows to be gone', () => {
    const { heard, close } = open();
    network.dispatchEvent(new Event('offline'));
    expect(heard).toEqual(['lost']);
    expect(FakeSource.opened[0]?.isClosed).toBe(true);
    network.dispatchEvent(new Event('online'));
    expect(FakeSource.opened).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    network.dispatchEvent(new Event('online'));
    expect(FakeSource.opened).toHaveLength(2);
    close();
    network.dispatchEvent(new Event('online'));
    expect(FakeSource.opened).toHaveLength(2);
    network.dispatchEvent(new Event('offline'));
    expect(heard).toEqual(['lost']);
  });

  it('stays closed, even if it was waiting to be opened again', () => {
    const { heard, close } = open();
    FakeSource.opened[0]?.onerror();
    close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSource.opened).toHaveLength(1);
    expect(heard).toEqual(['lost']);
  });
});
