import { GainCurve } from '../pcm/gain-curve.ts';
import { PcmChunker } from '../pcm/pcm-chunker.ts';
import { samplesOf } from '../pcm/samples.ts';
import type { PieceWriter } from '../piece-writer.ts';
import { SpeechFailure, type SpeechPiece } from '../voice.ts';
import type { Track } from './track.ts';

/** Where the times of a part come from. */
export type TimeSource = {
  /** Times up to here are final. */
  readonly knownMs: number;
  /** Receives the sound, for sources that estimate times from it. */
  push?(samples: Int16Array): void;
  /** The sound has ended. */
  finish(endMs: number): void;
};

export type PartPlayerOptions = {
  readonly writer: PieceWriter;
  readonly track: Track;
  readonly source: TimeSource;
  /** Sound is held back until its times are known, but no longer than this. */
  readonly maxHeldMs: number;
  readonly gain: number;
  /** How long the sentence may become. A voice that goes on for longer fails. */
  readonly maxMs: number;
};

/** Passes sound on as it arrives, each piece after its times. */
export class PartPlayer {
  readonly #options: PartPlayerOptions;
  readonly #chunker: PcmChunker;
  readonly #gain: GainCurve;
  #held: Uint8Array<ArrayBuffer>[] = [];
  #heldMs = 0;
  #samples = 0;

  constructor(options: PartPlayerOptions) {
    this.#options = options;
    this.#chunker = new PcmChunker(options.writer.sampleRate);
    this.#gain = new GainCurve([{ from: 0, gain: options.gain }]);
  }

  get isEmpty(): boolean {
    return this.#samples === 0 && this.#chunker.isEmpty;
  }

  *push(bytes: Uint8Array): Generator<SpeechPiece> {
    for (const pcm of this.#chunker.push(bytes)) this.#take(pcm);
    yield* this.release();
    const { writer, maxMs } = this.#options;
    if (writer.nowMs + this.#heldMs <= maxMs) return;
    throw new SpeechFailure('provider', 'The voice server sent far more sound than the sentence has words.');
  }

  /** Yields the sound whose times are known by now. */
  *release(): Generator<SpeechPiece> {
    const { writer, track, source, maxHeldMs } = this.#options;
    for (let pcm = this.#held[0]; pcm !== undefined; pcm = this.#held[0]) {
      const endMs = writer.nowMs + this.#lengthOf(pcm);
      if (endMs > source.knownMs && this.#heldMs <= maxHeldMs) return;
      this.#held.shift();
      this.#heldMs -= this.#lengthOf(pcm);
      yield writer.timing(track.release(endMs));
      yield writer.audio(pcm);
    }
  }

  *finish(): Generator<SpeechPiece> {
    for (const pcm of this.#chunker.flush()) this.#take(pcm);
    const { writer, track, source } = this.#options;
    const endMs = writer.nowMs + this.#heldMs;
    source.finish(endMs);
    yield writer.timing(track.finish(endMs));
    for (const pcm of this.#held.splice(0)) yield writer.audio(pcm);
    this.#heldMs = 0;
  }

  #take(pcm: Uint8Array<ArrayBuffer>): void {
    const samples = samplesOf(pcm);
    this.#options.source.push?.(samples);
    this.#gain.apply(samples, this.#samples);
    this.#samples += samples.length;
    this.#held.push(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    this.#heldMs += this.#lengthOf(pcm);
  }

  #lengthOf(pcm: Uint8Array): number {
    return (pcm.byteLength / 2 / this.#options.writer.sampleRate) * 1_000;
  }
}
