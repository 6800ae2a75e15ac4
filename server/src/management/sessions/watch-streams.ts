import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type WatchAnswer, watchStreamEvents } from '@parley/protocol/management';
import { maxWatchWaitMs, OwnerUnreachable, type SessionDirectory } from '../../bus/index.ts';
import { invalid, type Log, Refusal, sleep } from '../../kernel/index.ts';
import { EventStream } from '../calls/non-json-answers.ts';

const maxStreams = 300;
const pauseMs = 1_000;

type Position = { readonly epoch: string; readonly n: number };
type Watched = {
  readonly accountId: string;
  readonly sessionId: string;
  readonly personId: string;
  readonly after: Position | null;
  stillAllowed(): Promise<boolean>;
};

export type WatchStreams = ReturnType<typeof createWatchStreams>;

/** Streams what happens in a live session. Each stream asks the owner of the session, again and again. */
export function createWatchStreams(deps: {
  sessions: Pick<SessionDirectory, 'watch'>;
  log: Log;
  /** How often a stream shows that it is there, and its watcher is checked. */
  aliveMs?: number;
}) {
  const { aliveMs = 15_000 } = deps;
  const streams = new Map<string, Set<ServerResponse>>();

  const follow = async (watched: Watched, response: ServerResponse, left: AbortSignal): Promise<void> => {
    let { after } = watched;
    let [lastSentMs, checkedMs] = [performance.now(), performance.now()];
    let state: 'new' | 'away' | 'following' = 'new';
    const isOver = () => left.aborted || response.writableEnded;
    /** Waits for a client that reads slowly, so that at most one answer is kept for it. */
    const send = async (text: string) => {
      lastSentMs = performance.now();
      if (!response.write(text)) await once(response, 'drain', { signal: left });
    };
    while (!isOver()) {
      const answer = await ask(watched, after, state === 'following' ? maxWatchWaitMs : 0);
      if (isOver()) return;
      if (answer === 'away') {
        if (state !== 'away') await send(eventText(watchStreamEvents.away, {}));
        state = 'away';
        await sleep(pauseMs, left);
      } else {
        if (answer !== null && (state !== 'following' || isNews(answer, after))) {
          after = { epoch: answer.epoch, n: answer.entries.at(-1)?.n ?? answer.last };
          await send(eventText(watchStreamEvents.watch, answer, after));
        }
        state = 'following';
        if (answer === null || answer.ended) response.end(eventText(watchStreamEvents.end, {}));
      }
      const now = performance.now();
      if (!isOver() && now - lastSentMs > aliveMs) await send(': still here\n\n');
      if (!isOver() && now - checkedMs > aliveMs) {
        checkedMs = now;
        // Ends the stream for people who have signed out, or may not watch any more.
        if (!(await watched.stillAllowed())) response.end();
      }
    }
  };

  /** `away`: the owner, or the database that knows it, cannot be reached right now. Null: the session has ended. */
  const ask = async ({ sessionId, personId }: Watched, after: Position | null, waitMs: number) => {
    try {
      return await deps.sessions.watch(sessionId, { after, waitMs, personId });
    } catch (error) {
      if (!(error instanceof OwnerUnreachable))
        deps.log.warn({ err: error, sessionId }, 'could not follow a session');
      return 'away';
    }
  };

  return {
    open(watched: Watched): EventStream {
      const { accountId } = watched;
      const isFull = () => (streams.get(accountId)?.size ?? 0) >= maxStreams;
      if (isFull())
        throw new Refusal(
          'too_many_requests',
          `The people of this account watch ${maxStreams} conversations at the same time. Close some of them.`,
        );
      return new EventStream((response) => {
        // Its client has left already, so that no 'close' event would free its slot.
        if (response.destroyed) return;
        // Others have begun since. The client asks again and is refused.
        if (isFull()) return void response.end();
        const left = new AbortController();
        const ofAccount = streams.get(accountId) ?? new Set();
        streams.set(accountId, ofAccount.add(response));
        response.once('close', () => {
          left.abort();
          ofAccount.delete(response);
          if (ofAccount.size === 0) streams.delete(accountId);
        });
        follow(watched, response, left.signal).catch((error: unknown) => {
          if (left.signal.aborted) return;
          deps.log.warn({ err: error }, 'a stream of a session has failed');
          response.destroy();
        });
      });
    },

    [Symbol.dispose]() {
      for (const responses of streams.values()) for (const response of responses) response.end();
    },
  };
}

const isNews = (answer: WatchAnswer, after: Position | null): boolean =>
  after === null || answer.epoch !== after.epoch || answer.missed || answer.entries.length > 0;

const eventText = (event: string, data: unknown, id?: Position): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id.epoch}.${id.n}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Reads what the stream has sent as the id of an event. */
export function positionIn(text: string | undefined): Position | null {
  if (text === undefined) return null;
  const [, epoch, n] = /^([\w-]{1,100})\.(\d{1,15})$/.exec(text) ?? [];
  if (epoch === undefined || n === undefined)
    throw invalid('after must be the id of an event of this stream.', 'after');
  return { epoch, n: Number(n) };
}
