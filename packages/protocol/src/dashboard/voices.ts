import { type Static, Type } from 'typebox';
import { strict } from './parts.ts';

export const voice = Type.Object({
  name: Type.String(),
  label: Type.String(),
  language: Type.String(),
  kind: Type.String(),
});
export type Voice = Static<typeof voice>;
export const voices = Type.Object({ items: Type.Array(voice) });
export type Voices = Static<typeof voices>;

/** The answer is `audio/wav`. */
export const sayWish = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 500 }), voice: Type.Optional(Type.String()) },
  strict,
);
export type SayWish = Static<typeof sayWish>;
