import type { VisemeName } from '@parley/protocol';

export type Sentence = {
  /** One sentence that can be read alone: cut and balanced. */
  readonly markup: string;
  /** Its words as they are shown; the places of words count in it. */
  readonly text: string;
  readonly locale?: string | undefined;
  /** For whom it is. Callers take turns, so that one with much to say does not keep another waiting. */
  readonly caller?: string | undefined;
  /** Said again and again in these words, such as a greeting: worth remembering. */
  readonly fixed?: boolean | undefined;
  /** The listener's device has voices of its own and will speak itself, where it is asked to. */
  readonly deviceSpeaks?: boolean | undefined;
  /** How the voice is set; what the markup says counts from there. */
  readonly manner?: Manner | undefined;
};

/** Factors: 1 is the voice's own. */
export type Manner = { readonly rate: number; readonly pitch: number };

/** Samples of one channel, 16 bits each, signed, little-endian. */
export type AudioFormat = { readonly sampleRate: number };

/** Where times come from: `exact` from the synthesis itself, `estimated` from letters and loudness. */
export type Precision = 'exact' | 'estimated';

export type TimedViseme = {
  readonly viseme: VisemeName;
  readonly startMs: number;
  readonly durationMs: number;
};

/** A word as written, and when it is heard. `from` and `to` are places in the sentence's text. */
export type TimedWord = {
  readonly startMs: number;
  readonly durationMs: number;
  readonly from: number;
  readonly to: number;
};

export type TimedMark = { readonly name: string; readonly atMs: number };

export type Timing = {
  readonly visemes: readonly TimedViseme[];
  readonly words: readonly TimedWord[];
  readonly marks: readonly TimedMark[];
};

/**
 * What a voice gives for a sentence: one `start`, then `timing` and `audio` in turn, then one `end`. All times are
 * milliseconds from the beginning of the sentence. Audio is without gaps: silence is sent as samples.
 */
export type SpeechPiece =
  | {
      readonly kind: 'start';
      readonly format: AudioFormat;
      readonly precision: { readonly words: Precision; readonly visemes: Precision };
    }
  | ({ readonly kind: 'timing' } & Timing)
  | {
      readonly kind: 'audio';
      readonly startMs: number;
      readonly durationMs: number;
      /** The receiver may keep it or hand its memory on. */
      readonly pcm: Uint8Array<ArrayBuffer>;
    }
  /** The listener's device is to speak the sentence; no sound follows. Places of marks count in the text. */
  | {
      readonly kind: 'device';
      readonly voice: string;
      readonly language: string;
      readonly rate: number;
      readonly pitch: number;
      readonly volume: number;
      readonly marks: readonly { readonly name: string; readonly at: number }[];
    }
  /** The voice failed, and another one goes on from here. The message is for the account's owner. */
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'end'; readonly durationMs: number };

/** How an avatar sounds. */
export type Voice = {
  /** Throws SpeechFailure. The signal stops the work within one piece of audio. */
  speak(sentence: Sentence, signal: AbortSignal): AsyncIterable<SpeechPiece>;
};

export type SpeechStage = 'aborted' | 'timeout' | 'voice' | 'provider';

/** The sentence cannot be heard, or not to its end. What was given before is still good. */
export class SpeechFailure extends Error {
  override name = 'SpeechFailure';
  readonly stage: SpeechStage;

  constructor(stage: SpeechStage, message: string) {
    super(message);
    this.stage = stage;
  }
}

export function abortedFailure(): SpeechFailure {
  return new SpeechFailure('aborted', 'The sentence was called off.');
}
