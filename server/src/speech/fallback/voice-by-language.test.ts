import { expect, it } from 'vitest';
import { hear, sentenceOf } from '../testing/collect.ts';
import type { SpeechPiece, Voice } from '../voice.ts';
import { createVoiceByLanguage } from './voice-by-language.ts';

const end: SpeechPiece = { kind: 'end', durationMs: 100 };

function room(languages: readonly string[]) {
  const said: string[] = [];
  const voiceNamed = (name: string): Voice => ({
    async *speak({ text }) {
      said.push(`${name}: ${text}`);
      yield end;
    },
  });
  const voice = createVoiceByLanguage({
    main: voiceNamed('main'),
    language: 'en-US',
    voiceFor: (language) => (languages.includes(language) ? voiceNamed(language) : null),
    hintFor: (language) => `Install a voice for ${language}.`,
  });
  return {
    said,
    async say(...texts: readonly string[]) {
      for (const text of texts) await hear(voice, text);
    },
    voice,
  };
}

it('[SP160] English, German, English: each sentence has the voice of its language', async () => {
  const { say, said } = room(['de']);
  await say('How can I help you?', 'Gerne!', 'Guten Tag, wie kann ich Ihnen helfen?', 'Gerne!', 'OK.');
  await say('We are open from Monday to Friday.', 'OK.');
  expect(said).toEqual([
    'main: How can I help you?',
    'main: Gerne!',
    'de: Guten Tag, wie kann ich Ihnen helfen?',
    'de: Gerne!',
    'de: OK.',
    'main: We are open from Monday to Friday.',
    'main: OK.',
  ]);
});

it('[SP160] a tag sets the language of what does not tell its own', async () => {
  const { voice, said } = room(['de']);
  const say = (text: string, language?: string) => hear(voice, sentenceOf(text, { language }));
  await say('OK.');
  await say('OK.', 'de-AT');
  await say('We are open from Monday to Friday.', 'de-AT');
  await say('OK.', 'de-AT');
  await say('OK.', 'de');
  await say('OK.', 'en');
  expect(said.map((line) => line.split(':')[0])).toEqual(['main', 'de', 'main', 'main', 'de', 'main']);
});

it('[SP163] without a voice for the language, nothing is said until the words tell another one', async () => {
  const { say, said, voice } = room([]);
  const { pieces, durationMs } = await hear(
    voice,
    'Guten Tag, <break time="300ms"/>wie kann ich Ihnen helfen?',
  );
  expect(pieces).toContainEqual({
    kind: 'unread',
    message: 'There is no voice for German. It was not spoken. Install a voice for de.',
  });
  expect(durationMs).toBe(300);
  await say('Gerne!', 'We are open from Monday to Friday.', 'OK.');
  expect(said).toEqual(['main: We are open from Monday to Friday.', 'main: OK.']);
});

it('[SP163] a tag for a language without a voice silences what could be in it, but not the voice’s own', async () => {
  const { voice, said } = room([]);
  const say = (text: string) => hear(voice, sentenceOf(text, { language: 'de' }));
  await say('OK.');
  await say('We are open from Monday to Friday.');
  expect(said).toEqual(['main: We are open from Monday to Friday.']);
});

it('[SP162] the pieces of an English sentence are those of the main voice', async () => {
  const { voice } = room(['de']);
  const { pieces } = await hear(voice, 'How can I help you?');
  expect(pieces).toHaveLength(1);
  expect(pieces[0]).toBe(end);
});
