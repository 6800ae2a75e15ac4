import { PieceWriter } from '../piece-writer.ts';
import type { Caller } from '../pool/fair-queue.ts';
import type { SpeechPool } from '../pool/speech-pool.ts';
import type { UnitPiece } from '../pool/thread-slot.ts';
import { whyUnreadable } from '../script/readable.ts';
import { readScript } from '../script/script.ts';
import { roundMs } from '../visemes/timed-visemes.ts';
import { abortedFailure, type Sentence, type SpeechPiece, type TimedMark, type Voice } from '../voice.ts';
import { captionTimes } from './caption-times.ts';
import { planSpeech, type UnitRules } from './plan.ts';
import type { PlanStep, SpeechStep, UnitTiming, UnitWord } from './unit.ts';

type UnitPool = Pick<SpeechPool, 'sampleRate' | 'speak'>;

/** A voice inside the service: threads speak its sentences unit by unit. */
export function createUnitVoice<Spec>(
  pool: UnitPool,
  spec: Spec,
  rules: UnitRules<Spec>,
  account: string,
): Voice {
  return {
    async *speak(sentence, signal) {
      if (signal.aborted) throw abortedFailure();
      const { sampleRate } = pool;
      const { precision } = rules;
      yield { kind: 'start', format: { sampleRate }, precision: { words: precision, visemes: precision } };
      const script = readScript(sentence);
      const reason = whyUnreadable(script, rules.languageOf(spec));
      if (reason !== null) yield { kind: 'unread', message: reason };
      const readable = reason === null ? script : script.filter(({ kind }) => kind !== 'words');
      const plan = planSpeech(readable, spec, rules);
      yield* new UnitPlayer(pool, plan, callerOf(account, sentence), signal).play();
    },
  };
}

/** Speaks one sentence, unit by unit. While one unit is read, the next is already synthesized. */
class UnitPlayer {
  readonly #pool: UnitPool;
  readonly #plan: readonly PlanStep[];
  readonly #caller: Caller;
  readonly #signal: AbortSignal;
  readonly #writer: PieceWriter;
  readonly #prefetched = new Map<SpeechStep, AsyncIterableIterator<UnitPiece>>();
  #silentSinceMs = 0;
  /** How far the captions and marks of the current unit were reported: its times may come clause by clause. */
  #captionedUntil = 0;
  #markCount = 0;

  constructor(pool: UnitPool, plan: readonly PlanStep[], caller: Caller, signal: AbortSignal) {
    this.#pool = pool;
    this.#plan = plan;
    this.#caller = caller;
    this.#signal = signal;
    this.#writer = new PieceWriter(pool.sampleRate);
  }

  async *play(): AsyncGenerator<SpeechPiece> {
    const isSpeech = (step: PlanStep): step is SpeechStep => step.kind === 'speech';
    try {
      for (const [index, step] of this.#plan.entries()) {
        this.#checkSignal();
        if (isSpeech(step)) yield* this.#speak(step, this.#plan.slice(index + 1).find(isSpeech));
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
      this.#checkSignal();
      if (piece.kind === 'timing') {
        yield this.#timing(step, piece.timing);
        continue;
      }
      // Not before the first sound of this unit: the two would share the processor.
      if (next !== undefined) this.#make(next);
      const { samples } = piece;
      yield this.#writer.audio(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
      this.#checkSignal();
    }
    if (step.unit.part === 'beginning') return;
    const atMs = this.#writer.nowMs;
    const marks = step.marks.slice(this.#markCount).map(({ name }) => ({ name, atMs }));
    this.#captionedUntil = 0;
    this.#markCount = 0;
    if (marks.length > 0) yield this.#writer.timing({ marks });
  }

  #make(step: SpeechStep): AsyncIterableIterator<UnitPiece> {
    const pieces = this.#prefetched.get(step) ?? this.#pool.speak(step.unit, this.#caller, this.#signal);
    this.#prefetched.set(step, pieces);
    return pieces;
  }

  /** Converts the times of a unit to times within the sentence. */
  #timing(step: SpeechStep, { visemes, words }: UnitTiming): SpeechPiece {
    const { nowMs } = this.#writer;
    const reached = words.at(-1)?.to ?? this.#captionedUntil;
    const captions = step.captions.filter(({ from }) => from >= this.#captionedUntil && from < reached);
    this.#captionedUntil = Math.max(this.#captionedUntil, reached);
    this.#silentSinceMs = nowMs + (words.at(-1)?.endMs ?? 0);
    return this.#writer.timing({
      visemes: visemes.map((viseme) => ({ ...viseme, startMs: roundMs(nowMs + viseme.startMs) })),
      words: captionTimes(captions, words, nowMs),
      marks: this.#dueMarks(step, words, nowMs),
    });
  }

  #dueMarks(step: SpeechStep, words: readonly UnitWord[], nowMs: number): TimedMark[] {
    const due: TimedMark[] = [];
    for (const { name, at } of step.marks.slice(this.#markCount)) {
      const word = words.find(({ to }) => to > at);
      if (word === undefined) break;
      due.push({ name, atMs: roundMs(nowMs + word.startMs) });
    }
    this.#markCount += due.length;
    return due;
  }

  *#pause(ms: number): Generator<SpeechPiece> {
    const alreadyMs = this.#writer.nowMs - this.#silentSinceMs;
    for (const piece of this.#writer.silence(ms - alreadyMs)) {
      this.#checkSignal();
      yield piece;
    }
    this.#silentSinceMs = this.#writer.nowMs;
  }

  #checkSignal(): void {
    if (this.#signal.aborted) throw abortedFailure();
  }
}

let nameless = 0;

/** The caller of a sentence. A sentence without a caller gets a caller of its own. */
function callerOf(account: string, { caller }: Sentence): Caller {
  nameless += 1;
  return { account, name: caller ?? `sentence ${nameless}` };
}
