import type { Pause } from '../english/token.ts';
import type { TimedViseme } from '../voice.ts';

/** A word as flite gets it. */
export type UnitWord = {
  readonly name: string;
  /** How it sounds, where the lexicon does not know or must not decide. */
  readonly phones?: string;
  readonly pause: Pause;
  /** How long it takes, in comparison with usual. */
  readonly stretch: number;
  /** Middle of its melody, in hertz; left out where it is the voice's own. */
  readonly pitchHz?: number;
  readonly gain: number;
};

/** A stretch of speech in one breath and one voice. */
export type SpeechUnit = {
  readonly voice: FliteVoiceName;
  readonly words: readonly UnitWord[];
  /** How much of the silence before and after the speech is kept, in milliseconds. */
  readonly leadMs: number;
  readonly tailMs: number;
};

/** Times of a unit, in milliseconds from its beginning. */
export type UnitTiming = {
  readonly durationMs: number;
  readonly visemes: readonly TimedViseme[];
  /** Of each word: from when to when. Undefined for a word that makes no sound. */
  readonly words: readonly (readonly [number, number] | undefined)[];
};

export const fliteRate = 16_000;

/** What threads of flite are given, speak and tell. */
export type FliteKind = {
  readonly setup: WebAssembly.Module;
  readonly unit: SpeechUnit;
  readonly timing: UnitTiming;
};

export type FliteVoice = {
  readonly gender: 'female' | 'male';
  readonly language: string;
  readonly about: string;
  /** The middle of its melody. */
  readonly pitchHz: number;
  /** How its melody is moved: to a middle, by a factor, or not at all. */
  readonly pitchBy: 'mean' | 'factor' | 'nothing';
  /** Brings the voices to one loudness. */
  readonly gain: number;
};

export const fliteVoices = {
  slt: { gender: 'female', language: 'en-US', about: 'clear', pitchHz: 172, pitchBy: 'mean', gain: 0.75 },
  rms: { gender: 'male', language: 'en-US', about: 'deep', pitchHz: 101, pitchBy: 'nothing', gain: 1.2 },
  awb: { gender: 'male', language: 'en-GB', about: 'Scottish', pitchHz: 131, pitchBy: 'mean', gain: 1.05 },
  kal16: { gender: 'male', language: 'en-US', about: 'robotic', pitchHz: 92, pitchBy: 'factor', gain: 2.4 },
} as const satisfies Readonly<Record<string, FliteVoice>>;
export type FliteVoiceName = keyof typeof fliteVoices;

export const isFliteVoice = (name: string): name is FliteVoiceName => Object.hasOwn(fliteVoices, name);
