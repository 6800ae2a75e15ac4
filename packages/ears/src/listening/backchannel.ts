import { wordsOf } from './words.ts';

/** Sounds that mean "go on" in nearly every language. */
const sounds =
  /^(m+|h+m+|m+h+m*|mm+h+|u+h+|u+h+u+h+|h+u+h*|a+h+|o+h+|e+h+m*|u+m+|a+ha+|h+a+|hu+m+|er+m*|umm*)$/;

/** Words that mean "I am listening", and "yes" after a question. */
const assent: Readonly<Record<string, readonly string[]>> = {
  en: [
    'yes',
    'yeah',
    'yep',
    'yup',
    'okay',
    'ok',
    'right',
    'sure',
    'i see',
    'got it',
    'good',
    'great',
    'nice',
    'wow',
    'really',
    'alright',
    'all right',
    'cool',
    'fine',
    'of course',
    'exactly',
    'true',
    'indeed',
    'interesting',
  ],
  de: [
    'ja',
    'jo',
    'okay',
    'ok',
    'genau',
    'gut',
    'stimmt',
    'klar',
    'verstehe',
    'ach so',
    'aha',
    'alles klar',
    'richtig',
    'schön',
    'super',
    'echt',
    'wirklich',
  ],
  fr: [
    'oui',
    'ouais',
    'okay',
    'ok',
    'd accord',
    'daccord',
    'bien',
    'bon',
    'voilà',
    'je vois',
    'exact',
    'exactement',
    'super',
    'ah bon',
    'vraiment',
  ],
  es: [
    'sí',
    'vale',
    'okay',
    'ok',
    'claro',
    'bueno',
    'bien',
    'ya',
    'entiendo',
    'exacto',
    'genial',
    'de acuerdo',
    'ajá',
  ],
  it: ['sì', 'okay', 'ok', 'certo', 'bene', 'va bene', 'capisco', 'esatto', 'giusto', 'davvero', 'già'],
  pt: ['sim', 'okay', 'ok', 'certo', 'claro', 'bem', 'tá', 'entendi', 'exato', 'pois', 'está bem'],
  nl: ['ja', 'okay', 'ok', 'goed', 'precies', 'juist', 'snap ik', 'prima', 'oké', 'inderdaad'],
};

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
