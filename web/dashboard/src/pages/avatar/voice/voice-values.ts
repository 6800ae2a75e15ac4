import type { VoiceChoice, VoiceInput, VoiceProvider } from '@parley/protocol/management';

/** A voice in the form: every field, whether or not the provider uses it. */
export type VoiceValues = {
  provider: VoiceProvider;
  voice: string;
  rate: number;
  pitch: number;
  language: string;
  url: string;
  region: string;
  model: string;
  key: string;
};

/** The fields of each provider besides voice and rate. */
export const fieldsOf: Readonly<Record<VoiceProvider, readonly (keyof VoiceValues)[]>> = {
  'built-in': ['pitch'],
  pico: ['pitch'],
  own: [],
  device: ['pitch', 'language'],
  espeak: ['pitch'],
  openai: ['url', 'model', 'key'],
  azure: ['region', 'url', 'pitch', 'key'],
  elevenlabs: ['url', 'model', 'key'],
  google: ['url', 'pitch', 'key'],
};
export const providers = Object.keys(fieldsOf) as readonly VoiceProvider[];

/** True if the service knows the names of the provider's voices. */
export const isListed = (provider: VoiceProvider): boolean =>
  ['built-in', 'pico', 'own', 'espeak'].includes(provider);

/** The voice to try. The empty voice means the voice of the face that is shown, even if that face is not saved. */
export const effectiveVoice = (values: VoiceValues, faceVoice: string): VoiceValues =>
  values.provider === 'built-in' && values.voice === '' ? { ...values, voice: faceVoice } : values;

/** In another language than English, a voice of that language takes the place of the one that goes with the face. */
export const isVoiceOfLanguage = ({ provider, voice }: VoiceValues, language: string): boolean =>
  language !== 'en' && provider === 'built-in' && voice === '';

export const triedVoice = (values: VoiceValues, faceVoice: string, language: string): VoiceValues =>
  isVoiceOfLanguage(values, language) ? values : effectiveVoice(values, faceVoice);

export const voiceForm = (choice: VoiceChoice): VoiceValues => ({
  provider: choice.provider,
  voice: choice.voice,
  rate: choice.rate,
  pitch: choice.pitch ?? 1,
  language: choice.language ?? '',
  url: choice.url ?? '',
  region: choice.region ?? '',
  model: choice.model ?? '',
  key: '',
});

/** The fields to send: those of the provider. An empty key field leaves the stored key unchanged. */
export function voiceInputOf(values: VoiceValues): VoiceInput {
  const has = (name: keyof VoiceValues) => fieldsOf[values.provider].includes(name);
  return {
    provider: values.provider,
    voice: values.voice,
    rate: values.rate,
    ...(has('pitch') ? { pitch: values.pitch } : {}),
    ...(has('language') && values.language !== '' ? { language: values.language } : {}),
    ...(has('url') && values.url !== '' ? { url: values.url } : {}),
    ...(has('region') && values.region !== '' ? { region: values.region } : {}),
    ...(has('model') && values.model !== '' ? { model: values.model } : {}),
    ...(has('key') && values.key !== '' ? { key: values.key } : {}),
  };
}
