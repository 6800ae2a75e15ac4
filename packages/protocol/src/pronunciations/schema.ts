import { type TUnsafe, Type } from 'typebox';
import type { Pronunciation } from './pronunciation.ts';

const text = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

/** Only the shape. The service checks the rest, and its refusals name the word. */
export const pronunciationList = Type.Array(
  Type.Object(
    {
      word: Type.String({ description: 'The word or words as they are written.', examples: ['Nguyen'] }),
      respelling: text('The word in letters that a voice reads right, such as "win" for "Nguyen".', 'win'),
      ipa: text('Its sounds in the International Phonetic Alphabet, such as ŋwiən.', 'ŋwiən'),
      language: text('A tag such as de: only in text of this language. Without it, in every language.', 'en'),
    },
    { additionalProperties: false },
  ),
  { description: 'Words and how they are said. A word needs a respelling, its sounds, or both.' },
) as unknown as TUnsafe<readonly Pronunciation[]>;
