import { PieceWriter } from '../piece-writer.ts';
import { abortedFailure, type Sentence, type SpeechPiece, type Timing } from '../voice.ts';
import type { Caller } from './fair-queue.ts';
import type { SpeechPool } from './speech-pool.ts';
import type { UnitPiece } from './thread-slot.ts';
import type { VoiceKind } from './worker-messages.ts';

/** What is played one after the other: units, pauses between them, and marks at places without sound. */
export type PlayStep<Speech> =
  | Speech
  /** From the last sound before it to the first sound after it. */
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'mark'; readonly name: string };

type AnyUnit<Unit> = { readonly kind: 'speech'; readonly unit: Unit };

/** Times within the sentence, and when the last word in them ends. */
export type PlacedTiming = { readonly timing: Partial<Timing>; readonly lastWordEndMs: number };

/** Converts the times of a kind of unit to times within the sentence. */
export type Placement<Kind extends VoiceKind, Speech> = {
  /** `nowMs` is the time within the sentence at which these times begin. */
  place(step: Speech, timing: Kind['timing'], nowMs: number): PlacedTiming;
  /** The times that are left when all sound of a unit was yielded. */
  finish?(step: Speech, nowMs: number): Partial<Timing> | undefined;
};

export type PlayOptions<Kind extends VoiceKind, Speech> = {
  readonly pool: SpeechPool<Kind>;
  readonly plan: readonly PlayStep<Speech>[];
  readonly sampleRate: number;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly placement: Placement<Kind, Speech>;
};

/** Speaks one sentence, unit by unit. While one unit is read, the next is already synthesized. */
export class UnitPlayer<Kind extends VoiceKind, Speech extends AnyUnit<Kind['unit']>> {
  readonly #options: PlayOptions<Kind, Speech>;
  readonly #writer: PieceWriter;
  readonly #prefetched = new Map<Speech, AsyncIterableIterator<UnitPiece<Kind['timing']>>>();
  #silentSinceMs = 0;

  constructor(options: PlayOptions<Kind, Speech>) {
    this.#options = options;
    this.#writer = new PieceWriter(options.sampleRate);
  }

  async *play(): AsyncGenerator<SpeechPiece> {
    const { plan, signal } = this.#options;
    const isSpeech = (step: PlayStep<Speech>): step is Speech => step.kind === 'speech';
    try {
      for (const [index, step] of plan.entries()) {
        if (signal.aborted) throw abortedFailure();
        if (isSpeech(step)) yield* this.#speak(step, plan.slice(index + 1).find(isSpeech));
        else if (step.kind === 'pause') yield* this.#pause(step.ms);
        else yield this.#writer.timing({ marks: [{ name: step.name, atMs: this.#writer.nowMs }] });
      }
      yield this.#writer.end();
    } finally {
      for (const pieces of this.#prefetched.values()) void pieces.return?.();
    }
  }

  async *#speak(step: Speech, next: Speech | undefined): AsyncGenerator<SpeechPiece> {
    const { placement, signal } = this.#options;
    const pieces = this.#make(step);
    this.#prefetched.delete(step);
    for await (const piece of pieces) {
      if (signal.aborted) throw abortedFailure();
      if (piece.kind === 'timing') {
        const { timing, lastWordEndMs } = placement.place(step, piece.timing, this.#writer.nowMs);
        this.#silentSinceMs = lastWordEndMs;
        yield this.#writer.timing(timing);
        continue;
      }
      // Not before the first sound of this unit: the two would share the processor.
      if (next !== undefined) this.#make(next);
      const { samples } = piece;
      yield this.#writer.audio(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
      if (signal.aborted) throw abortedFailure();
    }
    const rest = placement.finish?.(step, this.#writer.nowMs);
    if (rest !== undefined) yield this.#writer.timing(rest);
  }

  #make(step: Speech): AsyncIterableIterator<UnitPiece<Kind['timing']>> {
    const known = this.#prefetched.get(step);
    if (known !== undefined) return known;
    const { pool, caller, signal } = this.#options;
    const pieces = pool.speak(step.unit, caller, signal);
    this.#prefetched.set(step, pieces);
    return pieces;
  }

  *#pause(ms: number): Generator<SpeechPiece> {
    const { nowMs } = this.#writer;
    const alreadyMs = nowMs - this.#silentSinceMs;
    for (const piece of this.#writer.silence(ms - alreadyMs)) {
      if (this.#options.signal.aborted) throw abortedFailure();
      yield piece;
    }
    this.#silentSinceMs = this.#writer.nowMs;
  }
}

let nameless = 0;

/** The caller of a sentence. A sentence without a caller gets a caller of its own. */
export function callerOf(account: string, { caller }: Sentence): Caller {
  nameless += 1;
  return { account, name: caller ?? `sentence ${nameless}` };
}
