import type { Slice } from './connections.ts';
import type { OnFault, Visitor } from './visitor.ts';

const turnEveryMs = 1_000;
const lookEveryMs = 1;

/** Clients of one server, each with one question at a time. A fault in any of them ends the slice. */
export class Crowd implements Disposable {
  readonly #visitors: Visitor[] = [];
  readonly #faults = Promise.withResolvers<never>();

  constructor(signal: AbortSignal) {
    // The first fault may happen between slices. The next slice then rejects.
    this.#faults.promise.catch(() => {});
    signal.addEventListener('abort', () => this.#faults.reject(signal.reason), { once: true });
  }

  readonly onFault: OnFault = (fault) => this.#faults.reject(fault);

  get size(): number {
    return this.#visitors.length;
  }

  add(visitors: readonly Visitor[]): void {
    this.#visitors.push(...visitors);
  }

  /**
   * Each client asks once a second, at its own offset. Gives the added times in microseconds. A client that still waits
   * for an answer skips a question.
   */
  async atOnePerSecond(phasesMs: readonly number[], durationMs: number): Promise<number[]> {
    const asks = this.#schedule(phasesMs, durationMs);
    const added: number[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const begin = performance.now();
    let next = 0;
    let passed = 0;
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - begin;
      for (let ask = asks[next]; ask !== undefined && ask.atMs <= elapsedMs; ask = asks[next]) {
        next += 1;
        if (ask.visitor.waits) {
          passed += 1;
          continue;
        }
        ask.visitor.ask((addedMicros) => {
          added.push(addedMicros);
          if (added.length + passed === asks.length) resolve();
        });
      }
    }, lookEveryMs);
    await Promise.race([promise, this.#faults.promise]).finally(() => clearInterval(timer));
    return added;
  }

  /** Keeps this many questions in flight, spread over all clients. Waits for the last answers. */
  async atFullSpeed(inFlight: number, durationMs: number): Promise<Slice> {
    const idle = [...this.#visitors];
    const { promise, resolve } = Promise.withResolvers<void>();
    const begin = performance.now();
    const end = begin + durationMs;
    let next = 0;
    let turns = 0;
    let running = 0;
    const ask = () => {
      const visitor = idle[next];
      if (visitor === undefined) throw new Error('more questions under way than there are clients');
      next += 1;
      running += 1;
      visitor.ask(() => {
        turns += 1;
        running -= 1;
        idle.push(visitor);
        if (performance.now() < end) ask();
        else if (running === 0) resolve();
      });
    };
    for (let started = 0; started < inFlight; started++) ask();
    await Promise.race([promise, this.#faults.promise]);
    return { requests: turns, elapsedMs: performance.now() - begin };
  }

  [Symbol.dispose](): void {
    for (const visitor of this.#visitors) visitor[Symbol.dispose]();
  }

  #schedule(phasesMs: readonly number[], durationMs: number): { atMs: number; visitor: Visitor }[] {
    const asks: { atMs: number; visitor: Visitor }[] = [];
    for (let second = 0; second < durationMs; second += turnEveryMs) {
      for (const [index, phaseMs] of phasesMs.entries()) {
        const visitor = this.#visitors[index];
        if (visitor !== undefined) asks.push({ atMs: second + phaseMs, visitor });
      }
    }
    return asks.sort((a, b) => a.atMs - b.atMs);
  }
}
