import type { Outbound } from '../../outbound/index.ts';
import type { ChoiceOf } from '../choice/voice-choice.ts';
import type { Voice } from '../voice.ts';
import type { AzureConnections } from './azure-connections.ts';
import { azureUrl, createAzureVoice } from './azure-voice.ts';
import { createElevenLabsVoice } from './elevenlabs-voice.ts';
import { createOpenAiVoice } from './openai-voice.ts';

export type ProviderTools = {
  /** Sends for the account. */
  readonly outbound: Outbound;
  readonly account: string;
  readonly azure: AzureConnections;
};

/** Null if the provider needs a key and none is set. */
export function providerVoice(
  { outbound, account, azure }: ProviderTools,
  choice: ChoiceOf<'openai' | 'azure' | 'elevenlabs'>,
  key: string | null,
): Voice | null {
  switch (choice.provider) {
    case 'openai': {
      const { url, model, voice } = choice;
      // Self-hosted servers often need no key.
      return createOpenAiVoice({ outbound, url, key: key ?? undefined, model, voice });
    }
    case 'elevenlabs': {
      const { url, model, voice } = choice;
      return key === null ? null : createElevenLabsVoice({ outbound, url, key, model, voice });
    }
    case 'azure': {
      const url = azureUrl(choice);
      return url === null || key === null
        ? null
        : createAzureVoice({ connections: azure, account, url, key, voice: choice.voice });
    }
  }
}
