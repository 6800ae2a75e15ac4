import assent from './assent.json' with { type: 'json' };
import { wordsOf } from './words.ts';

/** Sounds that mean "go on" in nearly every language. */
const sounds =
  /^(m+|h+m+|m+h+m*|mm+h+|u+h+|u+h+u+h+|h+u+h*|a+h+|o+h+|e+h+m*|u+m+|a+ha+|h+a+|hu+m+|er+m*|umm*)$/;

/** Words that mean "I am listening", and "yes" after a question, by language. */
const phrases = new Map(
  Object.entries(assent).map(([language, list]) => [language, list.map((phrase) => wordsOf(phrase))]),
);

/** True if the text only shows that the visitor is listening. After a question, assent is an answer. */
export function isBackchannel(text: string, language: string, afterQuestion: boolean): boolean {
  let rest = wordsOf(text);
  if (rest.length === 0) return true;
  const known = afterQuestion ? [] : (phrases.get(language.toLowerCase().split('-')[0] ?? '') ?? []);
  while (rest.length > 0) {
    const [first = ''] = rest;
    const phrase = known.find((words) => words.every((word, index) => word === rest[index]));
    if (phrase !== undefined) rest = rest.slice(phrase.length);
    else if (sounds.test(first)) rest = rest.slice(1);
    else return false;
  }
  return true;
}
