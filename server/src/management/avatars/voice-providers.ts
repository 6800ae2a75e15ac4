import { type Speech, type VoiceProvider, voiceProviders } from '../../speech/index.ts';

const notes: Readonly<Partial<Record<VoiceProvider, string>>> = {
  device: 'The voices of the visitor’s browser. Only the browser knows them.',
  openai: 'The voices of the server that is set.',
  azure: 'Voices by their names, such as en-US-JennyNeural.',
  elevenlabs: 'Voices by their ids.',
};

/** All providers, with the information that people need to choose one of their voices. */
export const voiceProvidersOf = (speech: Pick<Speech, 'unavailableReason'>) =>
  voiceProviders.map((provider) => ({
    provider,
    note: notes[provider] ?? speech.unavailableReason(provider),
  }));
