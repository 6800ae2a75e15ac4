import { type Static, Type } from 'typebox';
import { nullable, strict } from './parts.ts';
import { voiceInput, voiceProviders } from './voice-and-hearing.ts';

/** A voice that needs no external provider. */
export const voice = Type.Object({
  provider: Type.Enum(voiceProviders),
  voice: Type.String(),
  label: Type.String({ description: 'The voice’s name as people read it.' }),
  language: Type.String(),
  gender: nullable(Type.Union([Type.Literal('female'), Type.Literal('male')])),
  about: Type.String(),
});
export type Voice = Static<typeof voice>;
/**
 * Who can speak for an avatar. `note` says where the voices come from, or why there are none or not the best ones; null
 * where nothing is to say.
 */
export const voiceProvider = Type.Object({
  provider: Type.Enum(voiceProviders),
  note: nullable(Type.String()),
});
export const voices = Type.Object({
  items: Type.Array(voice),
  providers: Type.Array(voiceProvider),
  looks: Type.Array(Type.String()),
});
export type Voices = Static<typeof voices>;

/**
 * The answer is `audio/wav`. Without `voice` it is the stored one; with it, the stored one changed by it, and a key that
 * is left out is the stored one while provider and address stay. `device` voices are tried by the page itself.
 */
export const sayInput = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 500 }), voice: Type.Optional(voiceInput) },
  strict,
);
export type SayInput = Static<typeof sayInput>;
