import type { VisemeName } from '@parley/protocol';
import { roundMs } from '../visemes/timed-visemes.ts';
import type { TimedMark, TimedViseme, TimedWord, Timing } from '../voice.ts';

/** Far more than a sentence has. */
const maxShapes = 5_000;
const maxMarks = 200;
const maxTimeMs = 600_000;
const maxWordMs = 10_000;

/**
 * Times that become known gradually, while their sound is already being sent. Entries keep their order, and the visemes
 * that are returned have no gaps. The times may come from a hostile server, so they are kept within bounds.
 */
export class Track {
  #shapes: { readonly startMs: number; readonly viseme: VisemeName }[] = [];
  #words: TimedWord[] = [];
  #marks: TimedMark[] = [];
  #wordsEndMs = 0;
  #shapeCount = 0;
  #markCount = 0;
  readonly #startMs: number;
  #releasedMs: number;

  constructor(startMs: number) {
    this.#startMs = startMs;
    this.#releasedMs = startMs;
  }

  /** Sets the shape of the mouth from this moment on. */
  shape(viseme: VisemeName, startMs: number): void {
    const last = this.#shapes.at(-1);
    if (last?.viseme === viseme || this.#shapeCount >= maxShapes) return;
    this.#shapeCount += 1;
    const at = Math.max(this.#bounded(startMs), last?.startMs ?? 0);
    if (last !== undefined && last.startMs === at) this.#shapes.pop();
    this.#shapes.push({ viseme, startMs: at });
  }

  word(span: { readonly from: number; readonly to: number }, startMs: number, endMs: number): void {
    const from = Math.max(this.#bounded(startMs), this.#wordsEndMs);
    const to = Math.min(Math.max(this.#bounded(endMs), from), from + maxWordMs);
    this.#words.push({ ...span, startMs: roundMs(from), durationMs: roundMs(to - from) });
    this.#wordsEndMs = to;
  }

  mark(name: string, atMs: number): void {
    this.#markCount += 1;
    if (this.#markCount <= maxMarks) this.#marks.push({ name, atMs: roundMs(this.#bounded(atMs)) });
  }

  /** Returns everything that begins before this moment and was not returned before. */
  release(untilMs: number): Timing {
    const visemes = this.#cutShapes(untilMs);
    this.#releasedMs = Math.max(this.#releasedMs, untilMs);
    const words = this.#words.filter(({ startMs }) => startMs < untilMs);
    this.#words = this.#words.filter(({ startMs }) => startMs >= untilMs);
    const marks = this.#marks.filter(({ atMs }) => atMs < untilMs);
    this.#marks = this.#marks.filter(({ atMs }) => atMs >= untilMs);
    return { visemes, words, marks };
  }

  /** Returns the rest. The sound has ended here, whatever was expected. */
  finish(endMs: number): Timing {
    const { visemes, words, marks } = this.release(endMs);
    const late = this.#words.map((word) => ({ ...word, startMs: endMs, durationMs: 0 }));
    return {
      visemes,
      words: [...words, ...late].map((word) => ({
        ...word,
        durationMs: roundMs(Math.max(0, Math.min(word.durationMs, endMs - word.startMs))),
      })),
      marks: [...marks, ...this.#marks.map((mark) => ({ ...mark, atMs: endMs }))],
    };
  }

  #bounded(timeMs: number): number {
    const latestMs = this.#startMs + maxTimeMs;
    return timeMs > this.#startMs ? Math.min(timeMs, latestMs) : this.#startMs;
  }

  #cutShapes(untilMs: number): TimedViseme[] {
    const visemes: TimedViseme[] = [];
    const add = (viseme: VisemeName, fromMs: number, toMs: number) => {
      const startMs = roundMs(Math.max(fromMs, this.#releasedMs));
      const durationMs = roundMs(Math.min(toMs, untilMs) - startMs);
      if (durationMs > 0) visemes.push({ viseme, startMs, durationMs });
    };
    add('sil', this.#releasedMs, this.#shapes[0]?.startMs ?? untilMs);
    this.#shapes.forEach(({ viseme, startMs }, index) => {
      add(viseme, startMs, this.#shapes[index + 1]?.startMs ?? untilMs);
    });
    const current = this.#shapes.findLast(({ startMs }) => startMs < untilMs);
    this.#shapes = this.#shapes.filter((shape) => shape === current || shape.startMs >= untilMs);
    return visemes;
  }
}
