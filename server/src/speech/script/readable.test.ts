import { expect, it } from 'vitest';
import { hear, sentenceOf } from '../testing/collect.ts';
import { createUnitVoice } from '../units/unit-voice.ts';
import { whyUnreadable } from './readable.ts';
import { readScript } from './script.ts';

const why = (text: string) => whyUnreadable(readScript(sentenceOf(text)));

it.each([
  ['Привет, как дела?', 'Cyrillic letters'],
  ['У нас 5 столов.', 'Cyrillic letters'],
  ['你好世界', 'Chinese letters'],
  ['こんにちは、東京。', 'Japanese letters'],
  ['안녕하세요', 'Korean letters'],
  ['مرحبا بك', 'Arabic letters'],
  ['שלום', 'Hebrew letters'],
  ['Καλημέρα σας', 'Greek letters'],
  ['สวัสดี', 'Thai letters'],
  ['Guten Tag, wie kann ich Ihnen helfen?', 'German'],
  ['Wir haben von Montag bis Freitag für Sie geöffnet.', 'German'],
  ['Bonjour, je suis là pour vous aider avec votre commande.', 'French'],
  ['Hola, estamos aquí para ayudarle con su pedido.', 'Spanish'],
  ['Buongiorno, siamo qui per il vostro ordine.', 'Italian'],
  ['Dzień dobry, czy jest jeszcze miejsce na dziś?', 'Polish'],
])('[SP140] %s is in %s', (text, found) => {
  expect(why(text)).toBe(`The voice reads English, and this text is in ${found}. It was not spoken.`);
});

it.each([
  'Good morning, and welcome to our customer service.',
  'Welcome to Москва!',
  'My name is Jürgen Müller from Düsseldorf.',
  'Die Hard is on at nine.',
  'Bon appétit!',
  'Visit La Casa de los Vinos today.',
  'Pizza, pasta, gnocchi, tiramisu.',
  'The menu: crème brûlée, coq au vin, pâté de la maison.',
  '42',
  '…',
  '',
  '<phoneme alphabet="ipa" ph="toʊkjoʊ">東京</phoneme>',
])('[SP140] %s is read', (text) => {
  expect(why(text)).toBeNull();
});

it('[SP141] an unreadable sentence has a reason, its breaks, and nothing that a thread speaks', async () => {
  const pool = {
    sampleRate: 16_000,
    speak() {
      throw new Error('must not be called');
    },
  };
  const rules = {
    letters: { sentence: 1, firstClause: 1, clause: 1, most: 100 },
    hasFirstClause: () => false,
    requestedVoice: (_: unknown, own: string) => own,
    pitchHz: () => 100,
  };
  const voice = createUnitVoice(pool, 'x', rules, 'account');
  const { pieces } = await hear(voice, 'Привет.<break time="200ms"/>');
  expect(pieces.map(({ kind }) => kind)).toContain('unread');
  expect(pieces.at(-1)).toMatchObject({ kind: 'end', durationMs: 200 });
});
