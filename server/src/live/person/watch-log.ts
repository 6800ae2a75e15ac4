import { randomUUID } from 'node:crypto';
import type { WatchEntry } from '@parley/protocol/management';
import { maxWatchWaitMs, type WatchQuestion } from '../../bus/index.ts';
import type { Clock } from '../../kernel/index.ts';

type Numbered = 'n' | 'at';
/** An entry before it is numbered. */
export type WatchFact = WatchEntry extends infer Each
  ? Each extends WatchEntry
    ? Omit<Each, Numbered>
    : never
  : never;

/** The log of a session, as its parts see it. It is null while nobody watches. */
export type Watched = { log: WatchLog | null };

export type NewEntries = {
  readonly epoch: string;
  readonly entries: WatchEntry[];
  readonly last: number;
  readonly missed: boolean;
};

type Kept = { readonly entry: WatchEntry; readonly bytes: number };

const maxEntries = 300;
const maxBytes = 64 * 1024;
/** Entries that come shortly after one another reach the watchers together. A reader does not notice the delay. */
const gatherMs = 100;

/** What happens in a session, for those who watch it. */
export class WatchLog {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #epoch = randomUUID();
  #kept: Kept[] = [];
  #bytes = 0;
  #last = 0;
  /** The number of the last entry that there was no room for. */
  #lastForgotten = 0;
  /** Those who wait, with the number of the last entry that they have. */
  readonly #waiting = new Map<() => void, number>();
  #gathering: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  add(fact: WatchFact): void {
    if (this.#isClosed) return;
    if (fact.kind === 'heard' && this.#kept.at(-1)?.entry.kind === 'heard')
      this.#bytes -= this.#kept.pop()?.bytes ?? 0;
    this.#last += 1;
    const entry = { n: this.#last, at: this.#clock.now(), ...fact } as WatchEntry;
    const bytes = JSON.stringify(entry).length;
    this.#kept.push({ entry, bytes });
    this.#bytes += bytes;
    while (this.#kept.length > maxEntries || this.#bytes > maxBytes) this.#forgetFirst();
    this.#gathering ??= setTimeout(() => this.#answerWaiting(), gatherMs);
  }

  /** Answers when there is something new, or when the time is over. A new watcher is answered at once. */
  async read({ after, waitMs }: Pick<WatchQuestion, 'after' | 'waitMs'>): Promise<NewEntries> {
    const isCurrent = after !== null && after.epoch === this.#epoch;
    if (isCurrent && after.n >= this.#last) await this.#newsAfter(after.n, Math.min(waitMs, maxWatchWaitMs));
    const missed = after !== null && (!isCurrent || after.n < this.#lastForgotten);
    // Whoever reads the transcript anyway needs no earlier entries.
    const isKnown = ({ entry }: Kept) => !isCurrent || missed || entry.n <= after.n;
    const entries = this.#kept.filter((kept) => !isKnown(kept)).map(({ entry }) => entry);
    return { epoch: this.#epoch, entries, last: this.#last, missed };
  }

  /** Nothing follows. Those who wait are answered. */
  close(): void {
    this.#isClosed = true;
    this.#answerWaiting();
  }

  async #newsAfter(n: number, waitMs: number): Promise<void> {
    if (this.#isClosed || waitMs <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs);
    this.#waiting.set(resolve, n);
    await promise;
    this.#waiting.delete(resolve);
    clearTimeout(timer);
  }

  #answerWaiting(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#gathering = null;
    for (const [answer, n] of this.#waiting) if (this.#isClosed || n < this.#last) answer();
  }

  #forgetFirst(): void {
    const first = this.#kept.shift();
    this.#bytes -= first?.bytes ?? 0;
    this.#lastForgotten = first?.entry.n ?? this.#last;
  }
}
