import { chooseVoice } from '../choice/choose-voice.ts';
import { defaultVoice, type VoiceChoice } from '../choice/voice-choice.ts';
import { customVoiceModels, readCustomVoice } from '../custom/index.ts';
import type { EspeakProgram } from '../espeak/espeak-program.ts';
import { customVoices, espeakVoices, type KnownVoice, knownPico } from '../known-voices.ts';
import { installedPico } from '../pico/pico-package.ts';
import { picoVoiceNames } from '../pico/pico-voices.ts';
import { baseOf } from '../script/language-tag.ts';
import type { Sentence, Voice } from '../voice.ts';
import { createDeviceVoice } from './device-voice.ts';

export type LanguageVoicesDeps = {
  /** The folder of installed voices; null if there is none. */
  readonly voiceFolder: string | null;
  readonly espeak: EspeakProgram | null;
  voiceFor(account: string, choice: VoiceChoice): Voice | null;
  english(account: string): Voice;
};

/** Which language a voice reads, and which voice reads a language. */
export function createLanguageVoices({ voiceFolder, espeak, ...deps }: LanguageVoicesDeps) {
  const firstOf = (account: string, language: string, voices: readonly KnownVoice[]): Voice | null => {
    const known = voices.find((voice) => baseOf(voice.language) === language);
    if (known === undefined) return null;
    return deps.voiceFor(account, chooseVoice(defaultVoice, `${known.provider}:${known.voice}`));
  };
  return {
    /** A voice that the operator added, one of the visitor's device, a built-in one, or one of espeak-ng. */
    voiceFor(account: string, language: string, sentence: Sentence): Voice | null {
      if (language === 'en') return deps.english(account);
      const own = firstOf(account, language, customVoices(voiceFolder));
      if (own !== null) return own;
      if (sentence.deviceSpeaks && sentence.deviceLanguages?.includes(language)) {
        const device = { provider: 'device', voice: '', language, rate: 1, pitch: 1 } as const;
        return createDeviceVoice(device, deps.english(account));
      }
      const pico = knownPico(installedPico(voiceFolder) !== null);
      return firstOf(account, language, [...pico, ...espeakVoices(espeak)]);
    },

    /** What the owner can do about a language without a voice. */
    hintFor: (language: string): string =>
      picoVoiceNames.some((name) => baseOf(name) === language)
        ? 'Run "./parley voice install languages", or choose a voice for this language.'
        : 'Install espeak-ng or add a model (docs/voices.md), or choose a voice for this language.',

    /** The only language that a voice reads; null if it reads several, or if that is not known. */
    languageOf(choice: VoiceChoice): string | null {
      const { provider, voice } = choice;
      switch (provider) {
        case 'built-in':
          return 'en';
        case 'pico':
          return voice;
        case 'espeak':
          return espeak?.voices.find(({ name }) => name === voice.split('+')[0])?.language ?? null;
        case 'own': {
          const model = customVoiceModels.read(voiceFolder, readCustomVoice(voice)?.name ?? '');
          // A model without a stated language counts as English.
          return model === null || baseOf(model.language) === 'en' ? null : model.language;
        }
        case 'device':
          return choice.language || null;
        case 'azure':
        case 'google':
          return languageInName(voice);
        default:
          return null;
      }
    },
  };
}

/** `de-DE` of `de-DE-KatjaNeural`. A voice for several languages says so in its name. */
function languageInName(voice: string): string | null {
  if (/multilingual|chirp/i.test(voice)) return null;
  return /^[a-z]{2,3}-[a-z]{2}(?=-)/i.exec(voice)?.[0] ?? null;
}
