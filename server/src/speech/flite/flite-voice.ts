import { PieceWriter } from '../piece-writer.ts';
import type { Caller } from '../pool/fair-queue.ts';
import type { SpeechPool, UnitPiece } from '../pool/speech-pool.ts';
import { readScript } from '../script/script.ts';
import { roundMs } from '../visemes/timed-visemes.ts';
import type { Sentence, SpeechPiece, TimedMark, TimedWord, Voice } from '../voice.ts';
import { abortedFailure } from '../voice.ts';
import type { PlanStep } from './plan.ts';
import { planSpeech } from './plan.ts';
import { type FliteKind, type FliteVoiceName, fliteRate, type UnitTiming } from './speech-unit.ts';

export type FlitePool = SpeechPool<FliteKind>;

type SpeechStep = Extract<PlanStep, { kind: 'speech' }>;

let nameless = 0;

/** The built-in voice: English, with exact times, inside the service. */
export function createFliteVoice(pool: FlitePool, name: FliteVoiceName, account: string): Voice {
  return {
    async *speak(sentence, signal) {
      if (signal.aborted) throw abortedFailure();
      yield {
        kind: 'start',
        format: { sampleRate: fliteRate },
        precision: { words: 'exact', visemes: 'exact' },
      };
      const plan = planSpeech(readScript(sentence), name);
      yield* new Performance(pool, plan, { account, name: callerOf(sentence) }, signal).play();
    },
  };
}

/** Speaks one sentence, unit by unit. While one unit is read, the next is already synthesized. */
class Performance {
  readonly #pool: FlitePool;
  readonly #plan: readonly PlanStep[];
  readonly #caller: Caller;
  readonly #signal: AbortSignal;
  readonly #writer = new PieceWriter(fliteRate);
  readonly #prefetched = new Map<SpeechStep, AsyncIterableIterator<UnitPiece<UnitTiming>>>();
  #silentSinceMs = 0;

  constructor(pool: FlitePool, plan: readonly PlanStep[], caller: Caller, signal: AbortSignal) {
    this.#pool = pool;
    this.#plan = plan;
    this.#signal = signal;
    this.#caller = caller;
  }

  async *play(): AsyncGenerator<SpeechPiece> {
    try {
      for (const [index, step] of this.#plan.entries()) {
        if (this.#signal.aborted) throw abortedFailure();
        if (step.kind === 'speech') yield* this.#speak(step, this.#plan.slice(index + 1).find(isSpeech));
        else if (step.kind === 'pause') yield* this.#pause(step.ms);
        else yield this.#writer.timing({ marks: [{ name: step.name, atMs: this.#writer.nowMs }] });
      }
      yield this.#writer.end();
    } finally {
      for (const pieces of this.#prefetched.values()) void pieces.return?.();
    }
  }

  async *#speak(step: SpeechStep, next: SpeechStep | undefined): AsyncGenerator<SpeechPiece> {
    const pieces = this.#make(step);
    this.#prefetched.delete(step);
    for await (const piece of pieces) {
      if (this.#signal.aborted) throw abortedFailure();
      if (piece.kind === 'timing') {
        yield this.#timing(step, piece.timing);
        continue;
      }
      // Not before the first sound of this one: the two would share the processor.
      if (next !== undefined) this.#make(next);
      const { samples } = piece;
      yield this.#writer.audio(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
      if (this.#signal.aborted) throw abortedFailure();
    }
  }

  #make(step: SpeechStep): AsyncIterableIterator<UnitPiece<UnitTiming>> {
    const known = this.#prefetched.get(step);
    if (known !== undefined) return known;
    const pieces = this.#pool.speak(step.unit, this.#caller, this.#signal);
    this.#prefetched.set(step, pieces);
    return pieces;
  }

  *#pause(ms: number): Generator<SpeechPiece> {
    const { nowMs } = this.#writer;
    const alreadyMs = nowMs - this.#silentSinceMs;
    for (const piece of this.#writer.silence(ms - alreadyMs)) {
      if (this.#signal.aborted) throw abortedFailure();
      yield piece;
    }
    this.#silentSinceMs = this.#writer.nowMs;
  }

  #timing({ captions, marks }: SpeechStep, timing: UnitTiming): SpeechPiece {
    const { nowMs } = this.#writer;
    const words: TimedWord[] = [];
    let first = 0;
    for (const { from, to, count } of captions) {
      const spans = timing.words.slice(first, first + count).filter((span) => span !== undefined);
      first += count;
      const startMs = spans[0]?.[0];
      const endMs = spans.at(-1)?.[1];
      if (startMs === undefined || endMs === undefined) continue;
      words.push({ startMs: roundMs(nowMs + startMs), durationMs: roundMs(endMs - startMs), from, to });
    }
    const placed: TimedMark[] = marks.map(({ name, word }) => {
      const atMs = timing.words[word]?.[0] ?? timing.durationMs;
      return { name, atMs: roundMs(nowMs + atMs) };
    });
    const visemes = timing.visemes.map((viseme) => ({ ...viseme, startMs: roundMs(nowMs + viseme.startMs) }));
    const lastEndMs = timing.words.findLast((span) => span !== undefined)?.[1] ?? 0;
    this.#silentSinceMs = nowMs + lastEndMs;
    return this.#writer.timing({ visemes, words, marks: placed });
  }
}

function callerOf({ caller }: Sentence): string {
  nameless += 1;
  return caller ?? `sentence ${nameless}`;
}

const isSpeech = (step: PlanStep): step is SpeechStep => step.kind === 'speech';
