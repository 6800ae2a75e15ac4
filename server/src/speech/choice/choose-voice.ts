import { invalid, languageTag, webAddress } from '../../kernel/index.ts';
import { readCustomVoice } from '../custom/custom-voices.ts';
import { isEspeakName } from '../espeak/espeak-program.ts';
import { fliteVoices } from '../flite/flite-voices.ts';
import { isPicoVoice, picoVoiceNames } from '../pico/pico-voices.ts';
import { elevenlabsModel, elevenlabsUrl } from '../providers/elevenlabs-voice.ts';
import { googleUrl } from '../providers/google-voice.ts';
import { openaiModel } from '../providers/openai-voice.ts';
import { builtInName, builtInVoices } from './built-in-voices.ts';
import {
  defaultVoice,
  type VoiceChoice,
  type VoiceInput,
  type VoiceInputFields,
  type VoiceProvider,
  voiceProviders,
} from './voice-choice.ts';

type Draft = Omit<VoiceInputFields, 'provider' | 'key'>;

/** Which settings each provider has besides voice and rate. */
const fields: Readonly<Record<VoiceProvider, readonly (keyof Draft)[]>> = {
  'built-in': ['pitch'],
  pico: ['pitch'],
  own: [],
  device: ['pitch', 'language'],
  espeak: ['pitch'],
  openai: ['url', 'model'],
  azure: ['url', 'region', 'pitch'],
  elevenlabs: ['url', 'model'],
  google: ['url', 'pitch'],
};

/** Whether a provider uses a key at all. */
export const takesKey = (provider: VoiceProvider): boolean =>
  ['openai', 'azure', 'elevenlabs', 'google'].includes(provider);

/** Applies input to the current voice. Throws a refusal that says what to change. */
export function chooseVoice(before: VoiceChoice, input: VoiceInput): VoiceChoice {
  const { provider: named, key, ...settings } = typeof input === 'string' ? readVoiceName(input) : input;
  const provider = named === undefined ? before.provider : readProvider(named);
  const allowed = ['voice', 'rate', ...fields[provider]];
  const unknown = Object.entries(settings).find(
    ([name, value]) => value !== undefined && !allowed.includes(name),
  );
  if (unknown !== undefined) throw invalid(`"${unknown[0]}" is not a setting of the voice "${provider}".`);
  if (typeof key === 'string' && !takesKey(provider)) throw invalid(`The voice "${provider}" takes no key.`);
  const current: Draft = provider === before.provider ? withoutAddress(before, settings) : {};
  return complete(provider, { ...current, ...settings });
}

/** An address replaces a region, and a region an address. */
function withoutAddress(before: VoiceChoice, { url, region }: Draft): Draft {
  if (before.provider !== 'azure' || (url === undefined && region === undefined)) return before;
  return { ...before, url: '', region: '' };
}

/** Reads `provider:voice`. An empty text is the default voice. */
export function readVoiceName(name: string): VoiceInputFields {
  if (name === '') return defaultVoice;
  const [, provider = '', voice] = /^([a-z-]+)(?::(.*))?$/s.exec(name) ?? [];
  if (provider === '')
    throw invalid('A voice is named by its provider and its own name, such as "built-in:mara".');
  return { provider, ...(voice === undefined ? {} : { voice }) };
}

function readProvider(text: string): VoiceProvider {
  const name = text === 'flite' ? 'built-in' : text === 'espeak-ng' ? 'espeak' : text;
  const known = voiceProviders.find((provider) => provider === name);
  if (known !== undefined) return known;
  throw invalid(
    `There is no voice provider "${text.slice(0, 40)}". Choose from: ${voiceProviders.join(', ')}.`,
  );
}

function complete(provider: VoiceProvider, draft: Draft): VoiceChoice {
  const rate = factor('rate', draft.rate);
  const pitch = factor('pitch', draft.pitch);
  switch (provider) {
    case 'built-in': {
      const voice = builtInName(draft.voice ?? defaultVoice.voice);
      const known = builtInVoices.get(voice);
      if (known === undefined && voice !== '') {
        throw invalid(`There is no built-in voice "${voice.slice(0, 40)}". Choose from: ${names}.`);
      }
      if (known?.kind === 'simple' && fliteVoices[known.spare].pitchBy === 'nothing' && pitch !== 1) {
        throw invalid(`The pitch of the built-in voice "${voice}" cannot be changed; leave it at 1.`);
      }
      return { provider, voice, rate, pitch };
    }
    case 'pico': {
      const { voice = '' } = draft;
      if (isPicoVoice(voice)) return { provider, voice, rate, pitch };
      throw invalid(`A voice of "pico" is a language. Choose from: ${picoVoiceNames.join(', ')}.`);
    }
    case 'own': {
      const { voice = '' } = draft;
      if (readCustomVoice(voice) === null)
        throw invalid(
          'An own voice is the name of a model with an optional speaker, such as "anna" or "anna+3".',
        );
      return { provider, voice, rate };
    }
    case 'device': {
      const language = draft.language ? languageTag(draft.language) : '';
      return { provider, voice: line('name of the voice', draft.voice ?? '', 0), language, rate, pitch };
    }
    case 'espeak': {
      const { voice = '' } = draft;
      if (!isEspeakName(voice)) {
        throw invalid(
          'A voice of espeak-ng is a language with an optional variant, such as "de" or "en-gb+f3".',
        );
      }
      return { provider, voice, rate, pitch };
    }
    case 'openai': {
      const model = line('model', draft.model || openaiModel);
      const voice = line('name of the voice', draft.voice);
      return { provider, voice, url: address(draft.url), model, rate };
    }
    case 'azure': {
      const { url = '', region = '' } = draft;
      if (region !== '' && !/^[a-z\d]{3,40}$/.test(region))
        throw invalid(`"${region.slice(0, 40)}" is not an Azure region. Write it like "westeurope".`);
      if (region === '' && url === '')
        throw invalid('A voice of Azure needs a region, such as "westeurope", or the URL of its resource.');
      if (region !== '' && url !== '') throw invalid('Set the region of Azure or a URL, not both.');
      const voice = line('name of the voice, such as "en-US-JennyNeural"', draft.voice);
      return { provider, voice, url: url === '' ? '' : address(url), region, rate, pitch };
    }
    case 'elevenlabs': {
      const voice = line('id of the voice', draft.voice);
      if (!/^[\w-]+$/.test(voice))
        throw invalid('The id of a voice of ElevenLabs has letters and digits only.');
      const model = line('model', draft.model || elevenlabsModel);
      return { provider, voice, url: address(draft.url || elevenlabsUrl), model, rate };
    }
    case 'google': {
      const voice = line('name of the voice, such as "en-GB-Neural2-A"', draft.voice);
      if (!/^[a-z]{2,3}-[A-Z]{2}-[\w-]+$/.test(voice))
        throw invalid('A voice of Google begins with its language, such as "en-GB-Neural2-A".');
      return { provider, voice, url: address(draft.url || googleUrl), rate, pitch };
    }
  }
}

const names = [...builtInVoices.keys()].join(', ');

function factor(what: string, value = 1): number {
  if (Number.isFinite(value) && value >= 0.5 && value <= 2) return Math.round(value * 100) / 100;
  throw invalid(`The ${what} of the voice must be a number from 0.5 to 2. The default is 1.`);
}

function line(what: string, text = '', least = 1): string {
  const trimmed = text.trim();
  if (trimmed.length >= least && trimmed.length <= 128 && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(trimmed))
    return trimmed;
  throw invalid(`The ${what} is missing, or is not one line of at most 128 characters.`);
}

function address(text = ''): string {
  if (text === '') throw invalid('The URL of the voice server is missing.');
  return webAddress('voice', text);
}
