/** How a word is said. It has a respelling, its sounds, or both. */
export type Pronunciation = {
  /** One or more words as they are written. */
  readonly word: string;
  /** The word in letters that a voice reads right. */
  readonly respelling?: string;
  /** Its sounds in the International Phonetic Alphabet. */
  readonly ipa?: string;
  /** A tag, such as `de`: only in text of this language. */
  readonly language?: string;
};

export const maxPronunciations = 500;
export const longestWord = 60;
/** Of a respelling, and of sounds. */
export const longestSound = 120;
