import type { ServerResponse } from 'node:http';
import { type LiveSessions, liveSessions, liveStreamEvent } from '@parley/protocol/management';
import type { SessionDirectory } from '../../bus/index.ts';
import type { Sql } from '../../db/index.ts';
import { type Clock, type Interval, type Log, Refusal, startInterval } from '../../kernel/index.ts';
import { countLive, type ListedSession, listSessionPage } from '../../live/index.ts';
import { shaped } from '../calls/answer-shape.ts';
import { EventStream } from '../calls/non-json-answers.ts';
import { liveView } from './session-view.ts';

const lookMs = 1_000;
const aliveMs = 15_000;
const maxListed = 500;
const maxWatchers = 50;

type Watcher = { readonly response: ServerResponse; still(): Promise<boolean>; checkedMs: number };
type Watch = { readonly watchers: Set<Watcher>; readonly looking: Interval; last: string; sentMs: number };

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/**
 * Streams an account's live sessions. All watchers of an account share one query, which runs only while there are
 * watchers.
 */
export function createLiveStreams(deps: { sql: Sql; sessions: SessionDirectory; clock: Clock; log: Log }) {
  const { sql, sessions, clock, log } = deps;
  const watches = new Map<string, Watch>();
  const handleFailure = (error: unknown) => log.warn({ err: error }, 'could not read the live sessions');

  const read = async (accountId: string): Promise<LiveSessions> => {
    const now = clock.now();
    const page = { accountId, state: 'live', after: null, limit: maxListed } as const;
    const [asking, newest] = await Promise.all([
      listSessionPage(sql, { ...page, asking: true }),
      listSessionPage(sql, page),
    ]);
    const found = askingFirst(asking, newest).slice(0, maxListed);
    const snapshots = await sessions.findAll(found.map(({ id }) => id));
    const items = found.map((session) => liveView(session, snapshots.get(session.id) ?? null, now));
    const total = found.length < maxListed ? found.length : await countLive(sql, accountId);
    return shaped(liveSessions, { items, total, at: now }) as LiveSessions;
  };

  const updateWatchers = async (accountId: string, watch: Watch): Promise<void> => {
    const state = await read(accountId);
    // The page counts durations itself.
    const shape = JSON.stringify(state.items.map(({ duration: _, ...rest }) => rest));
    const now = performance.now();
    if (shape !== watch.last) {
      watch.last = shape;
      watch.sentMs = now;
      for (const { response } of watch.watchers) write(response, state);
    } else if (now - watch.sentMs > aliveMs) {
      watch.sentMs = now;
      for (const { response } of watch.watchers) if (isOpen(response)) response.write(': still here\n\n');
    }
    for (const watcher of watch.watchers) {
      if (now - watcher.checkedMs < aliveMs) continue;
      watcher.checkedMs = now;
      // Ends the stream for people who have signed out or left the account.
      if (!(await watcher.still())) watcher.response.end();
    }
  };

  return {
    read,

    open(accountId: string, still: () => Promise<boolean>): EventStream {
      const isFull = () => (watches.get(accountId)?.watchers.size ?? 0) >= maxWatchers;
      if (isFull())
        throw new Refusal(
          'too_many_requests',
          'Too many pages show the live sessions of this account. Close some of them.',
        );
      return new EventStream((response) => {
        // Its client has left already, so that no 'close' event would free its slot.
        if (response.destroyed) return;
        // Others have begun since. The client asks again and is refused.
        if (isFull()) return void response.end();
        const watcher: Watcher = { response, still, checkedMs: performance.now() };
        const watch = watches.get(accountId) ?? begin(accountId);
        watch.watchers.add(watcher);
        response.once('close', () => {
          watch.watchers.delete(watcher);
          if (watch.watchers.size > 0) return;
          void watch.looking[Symbol.asyncDispose]();
          watches.delete(accountId);
        });
        // The next look sends the whole list, to the others once more.
        watch.last = '';
        watch.looking.runNow().catch(handleFailure);
      });
    },

    [Symbol.dispose]() {
      for (const { watchers, looking } of watches.values()) {
        void looking[Symbol.asyncDispose]();
        for (const { response } of watchers) response.end();
      }
      watches.clear();
    },
  };

  function begin(accountId: string): Watch {
    const looking = startInterval({
      everyMs: lookMs,
      run: () => updateWatchers(accountId, watch),
      onError: handleFailure,
    });
    const watch: Watch = { watchers: new Set(), looking, last: '', sentMs: performance.now() };
    watches.set(accountId, watch);
    return watch;
  }
}

/** Those who wait for a person come first, and of them the one who has waited longest. */
function askingFirst(asking: readonly ListedSession[], newest: readonly ListedSession[]): ListedSession[] {
  const waiting = asking.toSorted(
    (one, other) => (one.personRequestedAt ?? 0) - (other.personRequestedAt ?? 0),
  );
  const ids = new Set(waiting.map(({ id }) => id));
  return [...waiting, ...newest.filter(({ id }) => !ids.has(id))];
}

/** Disconnects a client that does not read, before its backlog fills the memory. */
const maxBehindBytes = 1_000_000;

const isOpen = ({ destroyed, writableEnded }: ServerResponse): boolean => !destroyed && !writableEnded;

function write(response: ServerResponse, state: LiveSessions): void {
  if (!isOpen(response)) return;
  if (response.writableLength > maxBehindBytes) {
    response.destroy();
    return;
  }
  response.write(`event: ${liveStreamEvent}\ndata: ${JSON.stringify(state)}\n\n`);
}
