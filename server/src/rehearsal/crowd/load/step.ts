import { sleep } from '../../../kernel/index.ts';
import { arrivalsWithin, gapMs, type Random } from './arrivals.ts';
import { FailureWatch } from './failure-watch.ts';
import { type Figures, figuresOf, type Sample, type Turn } from './figures.ts';
import { leadMs, type Visitor, type Visitors } from './visitors.ts';

export type StepOptions = {
  readonly visitors: Visitors;
  readonly random: Random;
  readonly rate: number;
  readonly windowMs: number;
  readonly thinkingMs: number;
  /** The longest time to wait for an answer. */
  readonly answerMs: number;
  readonly say: readonly string[];
  readonly stop: AbortSignal;
};

/** Why a step ended before its time. */
export type Ending = { readonly kind: 'failed' | 'limited' | 'stopped'; readonly reason: string };

const sampleEveryMs = 100;
const firstTurnsMs = 1_000;

/**
 * Turns at one rate: a warm-up, then a window whose turns are measured, then nothing until every answer is there. When
 * a turn is due does not depend on any answer, and its time counts from then, also if it is sent later.
 */
export async function runStep(options: StepOptions): Promise<{ figures: Figures; ending: Ending | null }> {
  const { rate, windowMs, random, visitors } = options;
  using step = new Step(options);
  const cpuBefore = process.cpuUsage();
  const begunMs = performance.now();
  const startMs = await step.warmUp();
  for (const offsetMs of arrivalsWithin(rate, windowMs, random)) await step.offer(startMs + offsetMs, true);
  await step.until(startMs + windowMs);
  const endedMs = performance.now();
  const { user, system } = process.cpuUsage(cpuBefore);
  const core = (user + system) / 1000 / (endedMs - begunMs);
  const { present } = visitors;
  await step.drain();
  const { turns, samples, ending } = step;
  const measuredMs = Math.min(windowMs, Math.max(0, endedMs - startMs));
  const window = { rate, startMs, windowMs: measuredMs, endedEarly: ending !== null };
  return { figures: figuresOf(window, turns, samples, core, present), ending };
}

class Step implements Disposable {
  readonly turns: Turn[] = [];
  readonly samples: Sample[] = [];
  ending: Ending | null = null;
  readonly #options: StepOptions;
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  /** Called for a turn that is not due yet, in order. */
  readonly #called: { readonly turn: Turn; readonly visitor: Visitor }[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #failures = new FailureWatch();
  readonly #sampler: NodeJS.Timeout;
  #queue = 0;
  #fault: unknown = null;

  constructor(options: StepOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([options.stop, this.#end.signal]);
    const look = () => this.samples.push({ atMs: performance.now(), queue: this.#queue });
    this.#sampler = setInterval(look, sampleEveryMs);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sampler);
    for (const { visitor } of this.#called) this.#options.visitors.release(visitor);
  }

  /** Resolves with the time at which the window begins: when answers come as steadily as turns are due. */
  async warmUp(): Promise<number> {
    const { rate, random, thinkingMs, answerMs } = this.#options;
    const begunMs = performance.now() + leadMs;
    const isSteady = () =>
      this.turns.every(({ dueMs, doneMs }) => dueMs > begunMs + firstTurnsMs || doneMs !== null);
    for (let dueMs = begunMs; ; dueMs += gapMs(rate, random)) {
      const passedMs = dueMs - begunMs;
      const isWarm = passedMs > Math.max(thinkingMs, firstTurnsMs) && isSteady();
      if (isWarm || passedMs > thinkingMs + answerMs || this.#signal.aborted) return dueMs;
      await this.offer(dueMs, false);
    }
  }

  /** Calls somebody for a turn, shortly before it is due. */
  async offer(dueMs: number, isMeasured: boolean): Promise<void> {
    await this.until(dueMs - leadMs);
    if (this.#signal.aborted) return;
    const { visitors } = this.#options;
    if (visitors.bound !== null) return this.#finish({ kind: 'limited', reason: visitors.bound });
    const turn: Turn = { dueMs, isMeasured, lateMs: 0, firstMs: null, doneMs: null, problem: null };
    this.#called.push({ turn, visitor: visitors.call() });
  }

  /** Waits, and meanwhile lets speak whose turn is due. */
  async until(atMs: number): Promise<void> {
    while (!this.#signal.aborted) {
      const nowMs = performance.now();
      for (
        let next = this.#called[0];
        next !== undefined && next.turn.dueMs <= nowMs;
        next = this.#called[0]
      ) {
        this.#called.shift();
        this.#begin(next.turn, next.visitor);
      }
      if (nowMs >= atMs) return;
      await sleep(Math.min(atMs, this.#called[0]?.turn.dueMs ?? atMs) - nowMs, this.#signal);
    }
  }

  /** Waits for the last answers. */
  async drain(): Promise<void> {
    const { answerMs, stop } = this.#options;
    const answered = new AbortController();
    void Promise.all(this.#running).then(() => answered.abort());
    await sleep(answerMs, AbortSignal.any([this.#signal, answered.signal]));
    if (this.#fault !== null) throw this.#fault;
    if (stop.aborted) this.ending ??= { kind: 'stopped', reason: 'before its end' };
  }

  #begin(turn: Turn, visitor: Visitor): void {
    this.turns.push(turn);
    turn.lateMs = performance.now() - turn.dueMs;
    this.#queue += 1;
    const running = this.#speak(turn, visitor)
      .catch((error: unknown) => {
        this.#fault ??= error;
        this.#end.abort();
      })
      .finally(() => {
        this.#queue -= 1;
        this.#running.delete(running);
      });
    this.#running.add(running);
  }

  async #speak(turn: Turn, visitor: Visitor): Promise<void> {
    const { visitors, say, random } = this.#options;
    turn.problem = await visitor.joined;
    if (turn.problem !== null) visitors.forget(visitor);
    else {
      const text = say[Math.floor(random() * say.length)] ?? '';
      const sentMs = performance.now();
      const { problem, firstSentenceMs } = await visitors.say(visitor, text);
      turn.problem = problem;
      turn.firstMs = firstSentenceMs === null ? null : sentMs + firstSentenceMs;
    }
    turn.doneMs = performance.now();
    if (this.#failures.isTooMuch(turn.problem !== null))
      this.#finish({ kind: 'failed', reason: `${this.#failures.text}: ${turn.problem}` });
    visitors.release(visitor);
  }

  #finish(ending: Ending): void {
    this.ending ??= ending;
    this.#end.abort();
  }
}
