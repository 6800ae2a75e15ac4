import { builtInVoices } from './choice/built-in-voices.ts';
import type { VoiceProvider } from './choice/voice-choice.ts';
import { customVoiceModels, readCustomVoice } from './custom/index.ts';
import type { EspeakProgram } from './espeak/espeak-program.ts';
import { hasModel, installedFiles, modelVoices } from './natural/install/index.ts';
import { picoVoiceNames, picoVoices } from './pico/pico-voices.ts';

/** A voice that works without any settings. */
export type KnownVoice = {
  /** The provider's name for it. */
  readonly voice: string;
  readonly provider: VoiceProvider;
  /** The name that people see. */
  readonly label: string;
  readonly language: string;
  readonly gender: 'female' | 'male' | null;
  readonly about: string;
};

/** A voice with a model of its own is available only if the model is installed. */
export function problemWithModel(name: string, folder: string | null): string | null {
  if (builtInVoices.get(name)?.kind !== 'model' || installedModels(folder).has(name)) return null;
  return `The voice "${name}" is not installed on this machine. Run "./parley voice install ${name}".`;
}

function installedModels(folder: string | null): ReadonlySet<string> {
  const files = folder === null ? null : installedFiles(folder);
  const models = files === null ? [] : modelVoices(files).filter((model) => hasModel(files, model));
  return new Set(models.map(({ name }) => name));
}

export function knownBuiltIn(folder: string | null): KnownVoice[] {
  const models = installedModels(folder);
  return [...builtInVoices]
    .filter(([name, { kind }]) => kind !== 'model' || models.has(name))
    .map(([voice, { label, language, gender, about }]) => ({
      ...{ voice, provider: 'built-in', label, language, gender, about },
    }));
}

export function problemWithCustom(voice: string, folder: string | null): string | null {
  const { name, speaker } = readCustomVoice(voice) ?? { name: '', speaker: 0 };
  const model = customVoiceModels.read(folder, name);
  if (model === null)
    return `There is no own voice "${name}" on this machine. Run "./parley voice add-model FOLDER --name ${name}".`;
  return speaker < model.speakers ? null : `The model "${name}" has ${model.speakers} speakers, from 0 on.`;
}

export function customVoices(folder: string | null): KnownVoice[] {
  return customVoiceModels.all(folder).map(({ name, kind, language, speakers }) => ({
    voice: name,
    provider: 'own',
    label: name,
    language,
    gender: null,
    about: speakers > 1 ? `${kind}, ${speakers} speakers` : kind,
  }));
}

export function espeakVoices(espeak: EspeakProgram | null): KnownVoice[] {
  return (espeak?.voices ?? []).map(({ name, language, gender, about }) => ({
    voice: name,
    provider: 'espeak',
    label: name,
    language,
    gender,
    about,
  }));
}

/** The simple voices for other languages, if their files are installed. */
export const knownPico = (isInstalled: boolean): KnownVoice[] =>
  (isInstalled ? picoVoiceNames : []).map((voice) => ({
    voice,
    provider: 'pico',
    label: picoVoices[voice].label,
    language: voice,
    gender: 'female',
    about: 'simple',
  }));
