import type { Outbound } from '../../outbound/index.ts';
import type { Voice } from '../voice.ts';
import type { VoiceKind } from '../voice-name.ts';
import type { AzureConnections } from './azure-connections.ts';
import { azureUrl, createAzureVoice } from './azure-voice.ts';
import { createElevenLabsVoice, ELEVENLABS_MODEL, ELEVENLABS_URL } from './elevenlabs-voice.ts';
import { createOpenAiVoice } from './openai-voice.ts';

/** What an account sets for the voice of its avatar, beside its name. */
export type VoiceSettings = {
  /** The address of the voice server; where a provider has one of its own, it may be left out. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly model?: string | undefined;
  /** Of Azure, such as `westeurope`, in place of an address. */
  readonly region?: string | undefined;
};

export type ProviderTools = { readonly outbound: Outbound; readonly azure: AzureConnections };

const OPENAI_MODEL = 'gpt-4o-mini-tts';

/** Null where the settings lack what this provider needs. */
export function providerVoice(
  { outbound, azure }: ProviderTools,
  kind: Exclude<VoiceKind, 'flite' | 'espeak'>,
  voice: string,
  settings: VoiceSettings,
): Voice | null {
  const { url = '', key = '', model = '' } = settings;
  switch (kind) {
    case 'openai':
      // Servers of one's own often want no key.
      if (url === '') return null;
      return createOpenAiVoice({ outbound, url, key, model: model || OPENAI_MODEL, voice });
    case 'elevenlabs':
      if (key === '') return null;
      return createElevenLabsVoice({
        outbound,
        url: url || ELEVENLABS_URL,
        key,
        model: model || ELEVENLABS_MODEL,
        voice,
      });
    case 'azure': {
      const address = azureUrl(settings);
      return address === null || key === ''
        ? null
        : createAzureVoice({ connections: azure, url: address, key, voice });
    }
  }
}
