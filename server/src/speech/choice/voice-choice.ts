import { type VoiceProvider, voiceProviders } from '@parley/protocol/management';

export { type VoiceProvider, voiceProviders };

/** The settings of a provider's voices: texts, and numbers of which 1 is the usual. */
type Choice<Provider extends VoiceProvider, Texts extends string = never, Factors extends string = never> = {
  readonly provider: Provider;
} & Readonly<Record<'voice' | Texts, string>> &
  Readonly<Record<'rate' | Factors, number>>;

/** How an avatar sounds, complete and checked. It never contains a provider's key. */
export type VoiceChoice =
  /** The empty name: the voice goes with the face. */
  | Choice<'built-in', never, 'pitch'>
  /** A simple voice for a language, such as `de-DE`. */
  | Choice<'pico', never, 'pitch'>
  /** A model that the operator added: its name, or `NAME+SPEAKER`. */
  | Choice<'own'>
  /** A voice of the visitor's own device: by its name if the device has it, else by language. */
  | Choice<'device', 'language', 'pitch'>
  | Choice<'espeak', never, 'pitch'>
  | Choice<'openai', 'url' | 'model'>
  /** Either the address or the region is set. */
  | Choice<'azure', 'url' | 'region', 'pitch'>
  /** `voice` is an id. */
  | Choice<'elevenlabs', 'url' | 'model'>
  | Choice<'google', 'url', 'pitch'>;

export type ChoiceOf<P extends VoiceProvider> = VoiceChoice & { readonly provider: P };

export type VoiceInputFields = {
  readonly provider?: string;
  readonly voice?: string;
  readonly language?: string;
  readonly rate?: number;
  readonly pitch?: number;
  readonly url?: string;
  readonly region?: string;
  readonly model?: string;
  readonly key?: string | null;
};

/** Settings, or `provider:voice` as text. Settings that are left out stay unchanged, unless the provider changes. */
export type VoiceInput = string | VoiceInputFields;

/** The voice that goes with the face. */
export const defaultVoice: ChoiceOf<'built-in'> = { provider: 'built-in', voice: '', rate: 1, pitch: 1 };

/** What a page may know about the voice: the provider, and the settings of a device voice. */
export const publicVoice = (choice: VoiceChoice) =>
  choice.provider === 'device' ? choice : { provider: choice.provider };
