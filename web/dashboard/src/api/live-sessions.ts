import type { LiveSessions } from '@parley/protocol/management';
import { useSyncExternalStore } from 'react';
import { callUrl } from './call.ts';
import { openEventStream } from './event-stream.ts';

export type LiveList = {
  readonly data: LiveSessions | null;
  readonly isLost: boolean;
  /** This tab has the connection. The others get the list from it. */
  readonly isFirstTab: boolean;
};

const nothing: LiveList = { data: null, isLost: false, isFirstTab: false };

/**
 * An account's live sessions, for all parts of all tabs. Only one tab is connected: a browser opens six connections to
 * a service without HTTP/2, and a stream in each tab would use them up.
 */
class LiveListSource {
  readonly #account: string;
  readonly #listeners = new Set<() => void>();
  #list = nothing;
  #stop: (() => void) | null = null;

  constructor(account: string) {
    this.#account = account;
  }

  readonly read = (): LiveList => this.#list;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#stop ??= this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = null;
      this.#list = nothing;
    };
  };

  #start(): () => void {
    const name = `parley-live-${this.#account}`;
    const tabs = new BroadcastChannel(name);
    const closing = new AbortController();
    const show = (change: Partial<LiveList>) => {
      this.#list = { ...this.#list, ...change };
      for (const listener of this.#listeners) listener();
      const { data, isLost, isFirstTab } = this.#list;
      if (isFirstTab) tabs.postMessage({ data, isLost });
    };
    tabs.onmessage = ({ data: told }: MessageEvent<Pick<LiveList, 'data' | 'isLost'> | null>) => {
      if (told !== null) show({ ...told, isFirstTab: false });
      else if (this.#list.isFirstTab) show({});
    };
    const connect = () => {
      show({ isFirstTab: true });
      return openEventStream(() => callUrl('sessions.stream', { params: { account: this.#account } }), {
        on: { sessions: (text) => show({ data: JSON.parse(text) as LiveSessions, isLost: false }) },
        onLost: () => show({ isLost: true }),
      });
    };
    void inOneTab(name, connect, closing.signal);
    // A tab that is connected already tells this one what it knows.
    tabs.postMessage(null);
    return () => {
      closing.abort();
      tabs.close();
    };
  }
}

/** Runs `start` when no other tab runs it. Browsers have locks only on pages with https; without them every tab does. */
async function inOneTab(name: string, start: () => () => void, until: AbortSignal): Promise<void> {
  const run = () =>
    new Promise<void>((resolve) => {
      if (until.aborted) return resolve();
      const stop = start();
      until.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });
  if (navigator.locks === undefined) return await run();
  // An aborted request is a tab that was closed before its turn.
  await navigator.locks.request(name, { signal: until }, run).catch(() => {});
}

const sources = new Map<string, LiveListSource>();

function sourceOf(account: string): LiveListSource {
  const source = sources.get(account) ?? new LiveListSource(account);
  sources.set(account, source);
  return source;
}

export function useLiveSessions(account: string): LiveList {
  const source = sourceOf(account);
  return useSyncExternalStore(source.subscribe, source.read);
}
