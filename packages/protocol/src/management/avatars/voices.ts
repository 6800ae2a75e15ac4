import { type Static, Type } from 'typebox';
import { pronunciationList } from '../../pronunciations/schema.ts';
import { choice, nullable, strict } from '../common-schemas.ts';
import { voiceInput, voiceProviders } from './voice-and-hearing.ts';

/** A voice that needs no external provider. */
export const voice = Type.Object({
  provider: Type.Enum(voiceProviders),
  voice: Type.String(),
  label: Type.String({ description: 'The voice’s name for people.' }),
  language: Type.String(),
  gender: nullable(choice('female', 'male')),
  about: Type.String(),
});
export type Voice = Static<typeof voice>;
/**
 * A provider of voices. `note` says where the voices come from, or why there are none or not the best ones. It may be
 * null.
 */
export const voiceProvider = Type.Object({
  provider: Type.Enum(voiceProviders),
  note: nullable(Type.String()),
});
/** A recogniser that the operator added. Avatars choose it as `own:NAME`. */
export const customRecogniser = Type.Object({
  name: Type.String(),
  language: Type.String(),
  kind: Type.String({ description: 'The kind of its model.' }),
  streams: Type.Boolean({ description: 'Whether words are known while the visitor speaks.' }),
});
export const voices = Type.Object({
  items: Type.Array(voice),
  providers: Type.Array(voiceProvider),
  recognisers: Type.Array(customRecogniser),
  looks: Type.Array(Type.String()),
});
export type Voices = Static<typeof voices>;

/**
 * The answer is `audio/wav`. It uses the stored voice, changed by the fields in `voice`. If `voice` has no key, the
 * stored key is used, as long as provider and address stay the same. The page itself plays `device` voices. Words are
 * said by `pronunciations` if they are given, otherwise by the stored ones, and by those of the account.
 */
export const sayInput = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 500 }),
    voice: Type.Optional(voiceInput),
    language: Type.Optional(
      Type.String({
        maxLength: 35,
        description: 'Such as de, for a voice that goes with the face. Left out: the language of the avatar.',
      }),
    ),
    pronunciations: Type.Optional(pronunciationList),
  },
  strict,
);
