import { Semaphore, settleWithin } from '../../../kernel/index.ts';
import type { Visit } from '../../visits/visit.ts';
import type { Random } from './arrivals.ts';

export type VisitorOptions = {
  readonly visit: (number: number) => Visit;
  readonly random: Random;
  /** How many turns a visitor has on average. */
  readonly turns: number;
  readonly thinkingMs: number;
  readonly maxSessions: number;
  readonly maxRequests: number;
};

export type Visitor = {
  readonly visit: Visit;
  /** Why the conversation could not begin; null if it has begun. */
  readonly joined: Promise<string | null>;
  /** Settles when its turn is over. */
  busy: Promise<unknown> | null;
};

/** A visitor is called this long before it speaks, so that a new one has joined by then. */
export const leadMs = 1_000;
const leavingAtOnce = 16;
const lastAnswerMs = 5_000;

/** Everybody who is in a conversation. A visitor that has listened and thought is free for another turn. */
export class Visitors {
  readonly #options: VisitorOptions;
  readonly #present = new Set<Visitor>();
  readonly #free: Visitor[] = [];
  readonly #leaving = new Set<Promise<unknown>>();
  readonly #thinking = new Set<NodeJS.Timeout>();
  readonly #doors = new Semaphore({ limit: leavingAtOnce });
  #came = 0;
  #requests = 0;

  constructor(options: VisitorOptions) {
    this.#options = options;
  }

  get present(): number {
    return this.#present.size;
  }

  get came(): number {
    return this.#came;
  }

  get requests(): number {
    return this.#requests;
  }

  /** The bound that does not allow another turn; null if one is allowed. Room for every LOGOUT is kept. */
  get bound(): string | null {
    const { maxSessions, maxRequests } = this.#options;
    if (this.#requests + this.#present.size + 3 > maxRequests)
      return `the bound of ${maxRequests} requests is reached`;
    if (this.#free.length === 0 && this.#present.size >= maxSessions)
      return `${maxSessions} sessions at once are not enough for this rate`;
    return null;
  }

  /** Somebody for the next turn: who has waited longest, or a new visitor. */
  call(): Visitor {
    const free = this.#free.shift();
    if (free !== undefined) return free;
    this.#came += 1;
    this.#requests += 1;
    const visit = this.#options.visit(this.#came);
    const visitor: Visitor = { visit, joined: visit.join().then(({ problem }) => problem), busy: null };
    this.#present.add(visitor);
    return visitor;
  }

  async say(visitor: Visitor, text: string) {
    this.#requests += 1;
    const turn = visitor.visit.say(text, null);
    visitor.busy = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      visitor.busy = null;
    }
  }

  /** The turn is over. One in so many visitors leaves, so that they never leave all together. */
  release(visitor: Visitor): void {
    const { random, turns, thinkingMs } = this.#options;
    if (!this.#present.has(visitor)) return;
    if (random() * turns < 1) return this.#leave(visitor);
    const timer = setTimeout(
      () => {
        this.#thinking.delete(timer);
        this.#free.push(visitor);
      },
      Math.max(0, thinkingMs - leadMs),
    );
    this.#thinking.add(timer);
  }

  /** One that could not join. */
  forget(visitor: Visitor): void {
    this.#present.delete(visitor);
  }

  /** Everybody hangs up, after the last answer if it comes soon. */
  async dismiss(): Promise<void> {
    for (const timer of this.#thinking) clearTimeout(timer);
    this.#free.length = 0;
    for (const visitor of this.#present) this.#leave(visitor);
    await Promise.all(this.#leaving);
  }

  #leave(visitor: Visitor): void {
    if (!this.#present.delete(visitor)) return;
    const leaving = this.#hangUp(visitor).finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  async #hangUp({ visit, joined, busy }: Visitor): Promise<void> {
    await settleWithin(busy, lastAnswerMs);
    if ((await joined) !== null) return;
    this.#requests += 1;
    await this.#doors.run('', () => visit.hangUp());
  }
}
