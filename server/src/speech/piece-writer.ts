import { silence } from './pcm/silence.ts';
import { roundMs } from './visemes/timed-visemes.ts';
import type { SpeechPiece, TimedMark, TimedViseme, TimedWord, Timing } from './voice.ts';

/** Creates the pieces of a sentence, and tracks the current time in it. */
export class PieceWriter {
  readonly sampleRate: number;
  #samples = 0;

  constructor(sampleRate: number, startMs = 0) {
    this.sampleRate = sampleRate;
    this.#samples = Math.round((startMs * sampleRate) / 1_000);
  }

  get nowMs(): number {
    return this.#toMs(this.#samples);
  }

  audio(pcm: Uint8Array<ArrayBuffer>): SpeechPiece {
    const startMs = this.nowMs;
    this.#samples += pcm.byteLength / 2;
    return { kind: 'audio', startMs, durationMs: roundMs(this.nowMs - startMs), pcm };
  }

  *silence(durationMs: number): Generator<SpeechPiece> {
    if (durationMs <= 0) return;
    const viseme: TimedViseme = { viseme: 'sil', startMs: this.nowMs, durationMs: roundMs(durationMs) };
    yield this.timing({ visemes: [viseme] });
    for (const pcm of silence(durationMs, this.sampleRate)) yield this.audio(pcm);
  }

  timing(timing: Partial<Timing>): SpeechPiece {
    const visemes: readonly TimedViseme[] = timing.visemes ?? [];
    const words: readonly TimedWord[] = timing.words ?? [];
    const marks: readonly TimedMark[] = timing.marks ?? [];
    return { kind: 'timing', visemes, words, marks };
  }

  end(): SpeechPiece {
    return { kind: 'end', durationMs: this.nowMs };
  }

  #toMs(samples: number): number {
    return roundMs((samples * 1_000) / this.sampleRate);
  }
}
