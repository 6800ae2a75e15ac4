import type { FliteVoiceName } from '../../flite/flite-voices.ts';
import table from './people.json' with { type: 'json' };

/** A person of the natural voice. People have the names of the built-in looks. */
export type Person = {
  readonly label: string;
  readonly gender: 'female' | 'male';
  readonly about: string;
  /** The flite voice that speaks if the natural one cannot. */
  readonly spare: FliteVoiceName;
  readonly shape: VoiceShape;
};

/** How a voice differs from the model that makes it. Values without a unit are factors. */
export type VoiceShape = {
  /** The centre of the pitch. */
  readonly pitch: number;
  /** How far the pitch moves around its centre. */
  readonly range: number;
  /** The resonances: below 1 for a larger speaker. */
  readonly formants: number;
  readonly pace: number;
  /** The length of the pauses between clauses. */
  readonly pauses: number;
  /** How much more of its sound is breath, in decibels. */
  readonly breath: number;
  /** How much louder the sound is with each octave, in decibels. */
  readonly brightness: number;
  /** Makes all voices equally loud. */
  readonly gain: number;
};

/** The voice of the model itself. */
export const plainShape: VoiceShape = {
  ...{ pitch: 1, range: 1, formants: 1, gain: 1 },
  ...{ pace: 1, pauses: 1, breath: 0, brightness: 0 },
};

export type PersonName = keyof typeof table;

/**
 * Twelve voices from one model. Each fits the sex and age of the look with the same name. The women's pitch is from 164
 * to 226 Hz, the men's from 98 to 142 Hz.
 */
export const people = Object.fromEntries(
  Object.entries(table).map(([name, person]) => [
    name,
    { ...person, spare: person.gender === 'female' ? 'slt' : 'rms' },
  ]),
) as Readonly<Record<PersonName, Person>>;

export const isPerson = (name: string): name is PersonName => Object.hasOwn(people, name);
