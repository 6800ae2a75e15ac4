import { type VoiceProvider, voiceProviders } from '@parley/protocol/management';

export { type VoiceProvider, voiceProviders };

/** How an avatar sounds, complete and checked. It never contains a provider's key. 1 is the usual rate and pitch. */
export type VoiceChoice =
  | {
      readonly provider: 'built-in';
      /** Empty: the voice goes with the face. */
      readonly voice: string;
      readonly rate: number;
      readonly pitch: number;
    }
  /** A model that the operator added: its name, or `NAME+SPEAKER`. */
  | { readonly provider: 'own'; readonly voice: string; readonly rate: number }
  /** A voice of the visitor's own device: by its name if the device has it, else by language. */
  | {
      readonly provider: 'device';
      readonly voice: string;
      readonly language: string;
      readonly rate: number;
      readonly pitch: number;
    }
  | { readonly provider: 'espeak'; readonly voice: string; readonly rate: number; readonly pitch: number }
  | {
      readonly provider: 'openai';
      readonly voice: string;
      readonly url: string;
      readonly model: string;
      readonly rate: number;
    }
  | {
      readonly provider: 'azure';
      readonly voice: string;
      /** One of the two is set. */
      readonly url: string;
      readonly region: string;
      readonly rate: number;
      readonly pitch: number;
    }
  | {
      readonly provider: 'elevenlabs';
      /** The id of a voice. */
      readonly voice: string;
      readonly url: string;
      readonly model: string;
      readonly rate: number;
    };

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
