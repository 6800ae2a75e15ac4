import type { FliteVoiceName } from '../../flite/speech-unit.ts';

/** A person of the natural voice. People have the names of the built-in looks. */
export type Person = {
  readonly label: string;
  readonly gender: 'female' | 'male';
  readonly about: string;
  /** The flite voice that speaks if the natural one cannot. */
  readonly spare: FliteVoiceName;
  readonly shape: VoiceShape;
};

/** How a voice differs from the model that makes it. All are factors. */
export type VoiceShape = {
  /** The centre of the pitch. */
  readonly pitch: number;
  /** How far the pitch moves around its centre. */
  readonly range: number;
  /** The resonances: below 1 for a larger speaker. */
  readonly formants: number;
  readonly pace: number;
  /** Makes all voices equally loud. */
  readonly gain: number;
};

/** The voice of the model itself. */
export const plainShape: VoiceShape = { pitch: 1, range: 1, formants: 1, pace: 1, gain: 1 };

const woman = (label: string, about: string, shape: VoiceShape): Person => ({
  ...{ label, gender: 'female', about, spare: 'slt', shape },
});
const man = (label: string, about: string, shape: VoiceShape): Person => ({
  ...{ label, gender: 'male', about, spare: 'rms', shape },
});

/**
 * Twelve voices from one model. Each fits the sex and age of the look with the same name. The women's pitch is from 164
 * to 226 Hz, the men's from 98 to 142 Hz.
 */
export const people = {
  mara: woman('Mara', 'warm and clear', { pitch: 1, range: 1, formants: 1, pace: 1, gain: 1 }),
  jonas: man('Jonas', 'calm and low', { pitch: 0.56, range: 0.95, formants: 0.86, pace: 1, gain: 0.7 }),
  amara: woman('Amara', 'bright and lively', {
    pitch: 0.95,
    range: 1.15,
    formants: 0.97,
    pace: 1.03,
    gain: 1.08,
  }),
  kenji: man('Kenji', 'light and even', { pitch: 0.65, range: 0.85, formants: 0.89, pace: 1, gain: 0.69 }),
  ingrid: woman('Ingrid', 'gentle, unhurried, older', {
    pitch: 0.88,
    range: 0.95,
    formants: 0.955,
    pace: 0.93,
    gain: 1.05,
  }),
  samuel: man('Samuel', 'deep and settled', {
    pitch: 0.49,
    range: 0.9,
    formants: 0.83,
    pace: 0.96,
    gain: 0.8,
  }),
  priya: woman('Priya', 'clear and brisk', {
    pitch: 1.06,
    range: 1,
    formants: 1.02,
    pace: 1.05,
    gain: 0.975,
  }),
  leo: man('Leo', 'young and quick', { pitch: 0.71, range: 1.05, formants: 0.91, pace: 1.05, gain: 0.7 }),
  nora: woman('Nora', 'high and cheerful', {
    pitch: 1.13,
    range: 1.1,
    formants: 1.05,
    pace: 1.02,
    gain: 0.87,
  }),
  omar: man('Omar', 'full and steady', { pitch: 0.525, range: 1, formants: 0.845, pace: 0.98, gain: 0.79 }),
  elena: woman('Elena', 'low and composed', {
    pitch: 0.82,
    range: 0.9,
    formants: 0.94,
    pace: 0.98,
    gain: 0.94,
  }),
  arthur: man('Arthur', 'slow and kind, older', {
    pitch: 0.6,
    range: 0.9,
    formants: 0.875,
    pace: 0.9,
    gain: 0.68,
  }),
} as const satisfies Readonly<Record<string, Person>>;
export type PersonName = keyof typeof people;

export const isPerson = (name: string): name is PersonName => Object.hasOwn(people, name);
