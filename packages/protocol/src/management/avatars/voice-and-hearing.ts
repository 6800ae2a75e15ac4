import { type Static, Type } from 'typebox';
import { nullable, strict } from '../common-schemas.ts';

export const voiceProviders = [
  'built-in',
  'pico',
  'own',
  'device',
  'espeak',
  'openai',
  'azure',
  'elevenlabs',
  'google',
] as const;
export type VoiceProvider = (typeof voiceProviders)[number];

/** How an avatar sounds. The other fields depend on the provider. */
export const voiceChoice = Type.Object({
  provider: Type.Enum(voiceProviders),
  voice: Type.String({
    description: 'The provider’s name or id of the voice. Empty with built-in: the voice that fits the face.',
  }),
  rate: Type.Number({ description: '0.5 to 2; 1 is normal.' }),
  pitch: Type.Optional(Type.Number({ description: 'For built-in, pico, device, espeak, azure and google.' })),
  language: Type.Optional(Type.String({ description: 'For device.' })),
  url: Type.Optional(Type.String({ description: 'For openai, azure, elevenlabs and google.' })),
  region: Type.Optional(Type.String({ description: 'For azure.' })),
  model: Type.Optional(Type.String({ description: 'For openai and elevenlabs.' })),
  hasKey: Type.Boolean(),
});
export type VoiceChoice = Static<typeof voiceChoice>;

const voiceFields = Type.Object(
  {
    provider: Type.Optional(Type.String()),
    voice: Type.Optional(Type.String()),
    rate: Type.Optional(Type.Number()),
    pitch: Type.Optional(Type.Number()),
    language: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
    region: Type.Optional(Type.String()),
    model: Type.Optional(Type.String()),
    key: Type.Optional(nullable(Type.String())),
  },
  strict,
);

/**
 * Missing fields stay unchanged, as long as the provider does. `key` is never returned; null removes it. A text such as
 * `built-in:mara` names the provider and the voice. The empty voice of `built-in` is the one that fits the face.
 */
export const voiceInput = Type.Union([Type.String(), voiceFields]);
export type VoiceInput = Static<typeof voiceInput>;

export const recognisers = ['built-in', 'browser', 'server', 'none'] as const;
/** `own:NAME` is a recogniser that the operator added. */
export type Recogniser = (typeof recognisers)[number] | `own:${string}`;

export const hearing = Type.Object({
  recogniser: Type.Unsafe<Recogniser>(
    Type.String({ description: 'built-in, browser, server, none, or own:NAME.' }),
  ),
  language: Type.String({ description: 'A tag such as en or pt-BR.' }),
  server: nullable(Type.Object({ url: Type.String(), model: Type.String(), hasKey: Type.Boolean() })),
});
export type Hearing = Static<typeof hearing>;

/** Missing fields stay unchanged. */
export const hearingInput = Type.Object(
  {
    recogniser: Type.Optional(Type.String()),
    language: Type.Optional(Type.String()),
    server: Type.Optional(
      nullable(
        Type.Object(
          {
            url: Type.Optional(Type.String()),
            model: Type.Optional(Type.String()),
            key: Type.Optional(nullable(Type.String())),
          },
          strict,
        ),
      ),
    ),
  },
  strict,
);
export type HearingInput = Static<typeof hearingInput>;

const rowText = (description: string) => Type.String({ description, maxLength: 2_000 });

const furtherLanguageFields = {
  voice: rowText('Such as pico:fr-FR. Empty: the best voice that this installation has for the language.'),
  hearing: rowText('A recogniser, also own:NAME. Empty: the one that fits the language.'),
  greeting: rowText('Empty: the usual greeting of the language.'),
};
const language = Type.String({ description: 'Such as de. The setting "language" lists them.' });

/** How the avatar speaks and hears in a language besides its own. */
export const furtherLanguages = Type.Array(Type.Object({ language, ...furtherLanguageFields }));
export type FurtherLanguage = Static<typeof furtherLanguages>[number];

/** All rows. A row that is left out is removed. */
export const furtherLanguagesInput = Type.Array(
  Type.Object({ language, ...Type.Partial(Type.Object(furtherLanguageFields)).properties }, strict),
);
