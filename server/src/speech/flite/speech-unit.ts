import type { Pause } from '../english/token.ts';
import type { TimedViseme } from '../voice.ts';

/** A word as flite gets it. */
export type UnitWord = {
  readonly name: string;
  /** How it sounds, if the lexicon does not know the word or must not decide. */
  readonly phones?: string;
  readonly pause: Pause;
  /** A factor of its usual length. */
  readonly stretch: number;
  /** The mean of its pitch, in hertz; left out if it is the voice's own. */
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
  /** When each word begins and ends. Undefined for a word that makes no sound. */
  readonly words: readonly (readonly [number, number] | undefined)[];
};

export const fliteRate = 16_000;

/** What flite's threads get at the start, what they speak, and the times that they report. */
export type FliteKind = {
  readonly setup: WebAssembly.Module;
  readonly unit: SpeechUnit;
  readonly timing: UnitTiming;
};

export type FliteVoice = {
  readonly gender: 'female' | 'male';
  readonly language: string;
  readonly about: string;
  /** The mean of its pitch. */
  readonly pitchHz: number;
  /** How its pitch is changed: to a mean, by a factor, or not at all. */
  readonly pitchBy: 'mean' | 'factor' | 'nothing';
  /** Makes the voices equally loud. */
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
