import type { FliteVoiceName } from '../flite/speech-unit.ts';

/** A person of the natural voice. The names are those of the built-in looks. */
export type Person = {
  readonly label: string;
  readonly gender: 'female' | 'male';
  readonly about: string;
  /** The flite voice that speaks where the natural one cannot. */
  readonly spare: FliteVoiceName;
};

const woman = (label: string, about: string): Person => ({ label, gender: 'female', about, spare: 'slt' });
const man = (label: string, about: string): Person => ({ label, gender: 'male', about, spare: 'rms' });

export const people = {
  mara: woman('Mara', 'warm and clear'),
  jonas: man('Jonas', 'calm and low'),
  amara: woman('Amara', 'bright and lively'),
  kenji: man('Kenji', 'light and even'),
  ingrid: woman('Ingrid', 'gentle, unhurried, older'),
  samuel: man('Samuel', 'deep and settled'),
  priya: woman('Priya', 'clear and brisk'),
  leo: man('Leo', 'young and quick'),
  nora: woman('Nora', 'high and cheerful'),
  omar: man('Omar', 'full and steady'),
  elena: woman('Elena', 'low and composed'),
  arthur: man('Arthur', 'slow and kind, older'),
} as const satisfies Readonly<Record<string, Person>>;
