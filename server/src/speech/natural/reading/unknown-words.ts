/** The alphabets of the net that reads unknown words. */
export type UnknownWordsData = {
  readonly in: readonly string[];
  readonly out: readonly string[];
  readonly slots: number;
  readonly maxlen: number;
};

/** Runs the net: the input is letter numbers, the output phoneme numbers. */
export type RunNet = (letters: readonly number[]) => Promise<readonly number[]>;

/** Reads words that no lexicon knows, one pronunciation for each. */
export type ReadUnknown = (words: readonly string[]) => Promise<readonly string[]>;

/** The net returns a few numbers for each letter. 0 means nothing, and a directly repeated number counts once. */
export function unknownWordsReader(data: UnknownWordsData, run: RunNet): ReadUnknown {
  const numbers = new Map(data.in.map((letter, index) => [letter, index + 1]));
  const readOne = async (word: string): Promise<string> => {
    const letters = [...word].flatMap((letter) => numbers.get(letter) ?? []).slice(0, data.maxlen);
    if (letters.length === 0) return '';
    const answer = await run(letters);
    return answer
      .map((number, position) => (number === answer[position - 1] ? '' : (data.out[number - 1] ?? '')))
      .join('');
  };
  return (words) => Promise.all(words.map(readOne));
}
