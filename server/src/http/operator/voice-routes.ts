import { Type } from 'typebox';
import { presetNames, type VoiceTrial } from '../../avatars/index.ts';
import { type Speech, voiceProviders } from '../../speech/index.ts';
import { sendJson } from '../answers.ts';
import { bodyReader } from '../body-reader.ts';
import type { Route } from '../route.ts';
import { voiceSetting } from './own-setting-schemas.ts';
import { accountScope, avatarIdPart } from './request-parts.ts';

const access = { kind: 'operator' } as const;
const sayInput = Type.Object(
  {
    text: Type.String({ description: 'Text or SSML, up to 500 characters.' }),
    voice: Type.Optional(voiceSetting),
  },
  { additionalProperties: false },
);

const notes: Readonly<Partial<Record<(typeof voiceProviders)[number], string>>> = {
  device: 'The voices of the visitor’s browser: known only there.',
  openai: 'The voices of the server that is set.',
  azure: 'Voices by their names, such as en-US-JennyNeural.',
  elevenlabs: 'Voices by their ids.',
};

export function voiceRoutes({ speech, trial }: { speech: Speech; trial: VoiceTrial }): Route[] {
  const readSay = bodyReader(sayInput);
  return [
    {
      method: 'GET',
      path: '/operator/voices',
      access,
      document: {
        tag: 'Operator',
        summary: 'List the voices of each provider, and the looks',
        answers: { 200: { description: 'Providers with their voices; names of looks' } },
      },
      handle(_request, reply) {
        const known = speech.voices();
        const providers = voiceProviders.map((provider) => ({
          provider,
          note: notes[provider] ?? speech.absence(provider),
          voices: known
            .filter((voice) => voice.provider === provider)
            .map(({ voice, language, gender, about }) => ({ voice, language, gender, about })),
        }));
        return sendJson(reply, 200, { providers, looks: presetNames });
      },
    },
    {
      method: 'POST',
      path: '/operator/avatars/:id/say',
      access,
      document: {
        tag: 'Operator',
        summary: 'Hear a text in an avatar’s voice, or in a voice to try',
        description:
          'Settings that are left out are the stored ones. Nothing is stored. A provider that fails is not replaced by another voice: the error says why.',
        query: { account: Type.String({ description: 'Answer only for avatars of this account.' }) },
        body: sayInput,
        answers: {
          200: { description: 'A WAV file' },
          400: { description: 'invalid: what is wrong with text, settings or provider' },
          429: { description: 'too_many_requests' },
        },
      },
      async handle(request, reply) {
        const wav = await trial.say(avatarIdPart(request), readSay(request), accountScope(request));
        return reply.header('content-type', 'audio/wav').header('cache-control', 'no-store').send(wav);
      },
    },
  ];
}
