import { setTimeout as sleep } from 'node:timers/promises';
import { type WatchAnswer, watchStreamEvents } from '@parley/protocol/management';
import { ManagementApiError, type Params } from '@parley/protocol/management/client';
import type { Service } from '../../service.ts';
import { entryText, nowText } from './watch-text.ts';

/** What a reader of a live session gets. `lost`: the service or the session cannot be reached, and is asked again. */
export type Followed =
  | { readonly kind: 'first' | 'news'; readonly answer: WatchAnswer }
  | { readonly kind: 'lost' }
  | { readonly kind: 'end' };

/** Follows a live session until it ends. A stream that breaks off is opened again where it was. */
export async function* followSession(
  service: Pick<Service, 'stream'>,
  params: Params,
  signal: AbortSignal,
  pauseMs = 2_000,
): AsyncGenerator<Followed> {
  let after: string | undefined;
  let isLost = false;
  while (!signal.aborted) {
    try {
      const query = after === undefined ? {} : { after };
      for await (const { event, id, data } of service.stream('sessions.watch', { params, query }, signal)) {
        if (event === watchStreamEvents.watch) {
          yield { kind: after === undefined ? 'first' : 'news', answer: data as WatchAnswer };
          after = id ?? after;
        }
        isLost = event === watchStreamEvents.away;
        if (event !== watchStreamEvents.watch) yield { kind: isLost ? 'lost' : 'end' };
        if (event === watchStreamEvents.end) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ManagementApiError)) throw error;
      // The session has ended while the stream was broken off.
      if (error.code === 'session_over' && after !== undefined) {
        yield { kind: 'end' };
        return;
      }
      if (error.status !== 0 && error.status < 500) throw error;
    }
    if (!isLost) yield { kind: 'lost' };
    isLost = true;
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}

type Print = (line: string) => void;

/** Prints what happens: one line of JSON for each entry, or lines for people. */
export function followPrinter(json: boolean, print: Print): (followed: Followed) => void {
  const printNotice = (kind: string, text: string, details = {}) =>
    print(json ? JSON.stringify({ kind, ...details }) : `(${text})`);
  return (followed) => {
    if (followed.kind === 'lost') return printNotice('lost', 'lost the connection, trying again…');
    if (followed.kind === 'end') return printNotice('end', 'the session has ended');
    const { answer, kind } = followed;
    if (json && kind === 'first') print(JSON.stringify({ kind: 'now', ...answer.now }));
    if (!json && kind === 'first') print(nowText(answer.now));
    if (answer.missed && kind === 'news') printNotice('missed', 'some of the conversation is missing here');
    for (const entry of answer.entries) {
      const line = json ? JSON.stringify(entry) : entryText(entry);
      if (line !== null) print(line);
    }
  };
}
