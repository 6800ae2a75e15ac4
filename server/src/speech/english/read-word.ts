import { letterName, signName, spelled, spellSign } from './letters.ts';

const longestWord = 30;

/** Written-out words: plain ones, spelled ones, and a sign on its own. */
export function readWord(core: string): string[] {
  if (core.startsWith(spellSign)) {
    const [letters = '', ending] = core.slice(1).split("'");
    const names = spelled(letters);
    const last = names.pop();
    return last === undefined ? [] : [...names, ending === 's' ? `${last.replace('_', '')}'s` : last];
  }
  const words = core.match(/[A-Za-z]+(?:'[A-Za-z]+)*/g) ?? [];
  if (words.length === 0 && core.length === 1) return signName(core);
  return words
    .flatMap(innerCapitals)
    .flatMap((word) => (word.length > longestWord ? beginning(word) : [word]));
}

/** "YouTube" is read as two words, "McDonald" is not. */
function innerCapitals(part: string): string[] {
  if (/^(?:Mc|Mac|O')/.test(part) || !/[a-z][A-Z]/.test(part)) return [part.toLowerCase()];
  return part.split(/(?<=[a-z])(?=[A-Z])/).flatMap((word) => {
    if (/^[A-Z]{2,3}$/.test(word)) return [...word].map(letterName);
    return [word.toLowerCase()];
  });
}

/** Nothing that long is a word, so reading its beginning is enough. */
function beginning(word: string): string[] {
  return [word.slice(0, longestWord), word.slice(longestWord, 2 * longestWord)];
}
