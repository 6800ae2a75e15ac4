import { type FliteVoiceName, fliteVoices } from '../flite/flite-voices.ts';
import { people } from '../natural/people/people.ts';

export type BuiltInVoice = {
  /** The name that people see. */
  readonly label: string;
  readonly language: string;
  readonly gender: 'female' | 'male';
  readonly about: string;
  /** The flite voice that speaks if the natural one cannot. */
  readonly spare: FliteVoiceName;
  /** A person is always available, a model is installed by its name, and a simple voice is the spare itself. */
  readonly kind: 'person' | 'model' | 'simple';
};

const spares = { slt: 'Clara', rms: 'Ralph' } as const satisfies Partial<Record<FliteVoiceName, string>>;

/** The voices that have a model of their own. The package contains the addresses of the models. */
const models: Readonly<Record<string, BuiltInVoice>> = {
  fenrir: model('Fenrir', 'en-US', 'male', 'American'),
  kore: model('Kore', 'en-US', 'female', 'American'),
  emma: model('Emma', 'en-GB', 'female', 'British'),
  fable: model('Fable', 'en-GB', 'male', 'British'),
};

/** Every voice of the provider `built-in` by its name. */
export const builtInVoices: ReadonlyMap<string, BuiltInVoice> = new Map<string, BuiltInVoice>([
  ...Object.entries(people).map(
    ([name, person]) => [name, { ...person, language: 'en-US', kind: 'person' }] as const,
  ),
  ...Object.entries(models),
  ...Object.entries(spares).map(
    ([name, label]) => [name, simple(name as keyof typeof spares, label)] as const,
  ),
]);

/** Voices of earlier versions, and the voices that replace them. */
const replaced: Readonly<Record<string, string>> = { awb: 'rms', kal16: 'rms' };

/** The name under which a voice is stored. The empty name goes with the face. */
export const builtInName = (name: string): string =>
  Object.hasOwn(replaced, name) ? (replaced[name] ?? name) : name;

/** The empty name stands for a person whose face is unknown. */
export const builtInVoice = (name: string): BuiltInVoice => builtInVoices.get(name) ?? fallback;
const fallback: BuiltInVoice = { ...people.mara, language: 'en-US', kind: 'person' };

function model(label: string, language: string, gender: 'female' | 'male', about: string): BuiltInVoice {
  return { label, language, gender, about, spare: gender === 'female' ? 'slt' : 'rms', kind: 'model' };
}

function simple(name: keyof typeof spares, label: string): BuiltInVoice {
  const { gender, language, about } = fliteVoices[name];
  return { label, language, gender, about: `${about}, simple`, spare: name, kind: 'simple' };
}
