import type { Outbound } from '../../outbound/index.ts';
import type { ChoiceOf } from '../choice/voice-choice.ts';
import type { Voice } from '../voice.ts';
import type { AzureConnections } from './azure-connections.ts';
import { azureUrl, createAzureVoice } from './azure-voice.ts';
import { createElevenLabsVoice } from './elevenlabs-voice.ts';
import { createGoogleVoice } from './google-voice.ts';
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
  choice: ChoiceOf<'openai' | 'azure' | 'elevenlabs' | 'google'>,
  key: string | null,
): Voice | null {
  // Self-hosted servers often need no key.
  if (choice.provider === 'openai') return createOpenAiVoice({ ...choice, outbound, key });
  if (key === null) return null;
  if (choice.provider === 'elevenlabs') return createElevenLabsVoice({ ...choice, outbound, key });
  if (choice.provider === 'google') return createGoogleVoice({ ...choice, outbound, key });
  const url = azureUrl(choice);
  return url === null
    ? null
    : createAzureVoice({ connections: azure, account, url, key, voice: choice.voice });
}
