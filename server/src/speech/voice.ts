import type { VisemeName } from '@parley/protocol';
import type { WordList } from './pronunciation/word-list.ts';

export type Sentence = {
  /** The markup of one sentence, well-formed by itself. */
  readonly markup: string;
  /** Its text as it is shown. Positions of words refer to it. */
  readonly text: string;
  readonly locale?: string | undefined;
  /** The language that a tag has set. If it is left out, it is the voice's own. */
  readonly language?: string | undefined;
  /** The caller, such as a session. The built-in voice is shared fairly between callers. */
  readonly caller?: string | undefined;
  /** How much sound the listener still has to play before this sentence, in milliseconds. */
  readonly soundLeftMs?: number | undefined;
  /** It is spoken often, such as a greeting, so its sound is worth caching. */
  readonly fixed?: boolean | undefined;
  /** The listener's device has voices of its own and can speak itself. */
  readonly deviceSpeaks?: boolean | undefined;
  /** The languages of these voices, without regions. */
  readonly deviceLanguages?: readonly string[] | undefined;
  /** The language in which the voice reads it, as a tag. If it is left out, it is English. */
  readonly spokenLanguage?: string | undefined;
  /** Words that are said in a way of their own. */
  readonly wordList?: WordList | null | undefined;
  /** The settings of the voice. The markup is relative to them. */
  readonly tuning?: VoiceTuning | undefined;
};

/** Factors. 1 leaves the voice unchanged. */
export type VoiceTuning = { readonly rate: number; readonly pitch: number };

/** Samples of one channel, 16 bits each, signed, little-endian. */
export type AudioFormat = { readonly sampleRate: number };

/** The source of times: `exact` from the synthesis itself, `estimated` from letters and loudness. */
export type Precision = 'exact' | 'estimated';

export type TimedViseme = {
  readonly viseme: VisemeName;
  readonly startMs: number;
  readonly durationMs: number;
};

/** A written word, and when it is heard. `from` and `to` are positions in the sentence's text. */
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
 * What a voice yields for a sentence: one `start`, then `timing` and `audio` in turn, then one `end`. All times are
 * milliseconds from the beginning of the sentence. Audio has no gaps: silence is sent as samples.
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
      /** The receiver may keep it or transfer its memory. */
      readonly pcm: Uint8Array<ArrayBuffer>;
    }
  /** The listener's device speaks the sentence, and no audio follows. Positions of marks refer to the text. */
  | {
      readonly kind: 'device';
      readonly voice: string;
      readonly language: string;
      readonly rate: number;
      readonly pitch: number;
      readonly volume: number;
      readonly marks: readonly { readonly name: string; readonly at: number }[];
      /** Words of the text that are said otherwise than they are written. */
      readonly said: readonly { readonly from: number; readonly to: number; readonly text: string }[];
    }
  /** The voice failed, and another one continues. The message is for the account's owner. */
  | { readonly kind: 'failure'; readonly message: string }
  /** The voice cannot read the text, and it stays silent. The message is for the account's owner. */
  | { readonly kind: 'unread'; readonly message: string }
  | { readonly kind: 'end'; readonly durationMs: number };

/** How an avatar sounds. */
export type Voice = {
  /** Throws SpeechFailure. The signal stops the work within one piece of audio. */
  speak(sentence: Sentence, signal: AbortSignal): AsyncIterable<SpeechPiece>;
  /** Called when a client will soon want to hear the voice: it can load what it needs. */
  prepare?(): void;
};

export type SpeechStage = 'aborted' | 'timeout' | 'voice' | 'provider' | 'unread';

/** The sentence could not be spoken to its end. What was yielded before is valid. */
export class SpeechFailure extends Error {
  override name = 'SpeechFailure';
  readonly stage: SpeechStage;

  constructor(stage: SpeechStage, message: string) {
    super(message);
    this.stage = stage;
  }
}

export function abortedFailure(): SpeechFailure {
  return new SpeechFailure('aborted', 'The sentence was aborted.');
}
