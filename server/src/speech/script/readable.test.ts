import { expect, it } from 'vitest';
import { hear, sentenceOf } from '../testing/collect.ts';
import { createUnitVoice } from '../units/unit-voice.ts';
import { languageOfScript, whyUnreadable } from './readable.ts';
import { readScript } from './script.ts';

const why = (text: string) => whyUnreadable(readScript(sentenceOf(text)), 'en-US');

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

it.each([
  ['en', 'Guten Tag!', 'de'],
  ['en', 'Ihre Bestellung ist heute angekommen.', 'de'],
  ['en', 'Möchten Sie noch etwas wissen?', 'de'],
  ['en', 'Die Rechnung kommt morgen mit der Post.', 'de'],
  ['en', 'Votre commande est arrivée ce matin.', 'fr'],
  ['en', 'Nous sommes ouverts du lundi au vendredi.', 'fr'],
  ['en', 'Su pedido ha llegado esta mañana.', 'es'],
  ['en', 'La tienda abre de lunes a viernes a las nueve.', 'es'],
  ['en', 'Il suo ordine è arrivato questa mattina.', 'it'],
  ['en', 'Il negozio apre alle nove dal lunedì al venerdì.', 'it'],
  ['de', 'Your order has arrived this morning.', 'en'],
  ['de', 'We are open from Monday to Friday.', 'en'],
  ['fr', 'How can I help you?', 'en'],
  ['es', 'Grazie, posso aiutarla con il suo ordine?', 'it'],
  ['de', 'Привет, как дела?', 'ru'],
  ['de', 'Guten Tag, wie kann ich Ihnen helfen?', null],
  ['en', 'Danke', null],
  ['en', 'Der Spiegel is a weekly magazine from Hamburg.', null],
  ['en', 'The words for it are guten Tag.', null],
  ['en', 'Play La Vie en rose by Édith Piaf, please.', null],
  ['de', 'Das Update für Microsoft Teams ist da.', null],
  ['de', 'OK, alles klar.', null],
  ['fr', 'Le week-end, nous sommes fermés.', null],
])('[SP160] after %s, %s tells %s', (current, text, language) => {
  expect(languageOfScript(readScript(sentenceOf(text)), current)?.language ?? null).toBe(language);
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
    precision: 'exact' as const,
    stated: 'english' as const,
    languageOf: () => 'en',
    hasFirstClause: () => false,
    tailsMs: () => ({ sentence: 250, clause: 90 }),
    requestedVoice: (_: unknown, own: string) => own,
    pitchHz: () => 100,
  };
  const voice = createUnitVoice(pool, 'x', rules, 'account');
  const { pieces } = await hear(voice, 'Привет.<break time="200ms"/>');
  expect(pieces.map(({ kind }) => kind)).toContain('unread');
  expect(pieces.at(-1)).toMatchObject({ kind: 'end', durationMs: 200 });
});
