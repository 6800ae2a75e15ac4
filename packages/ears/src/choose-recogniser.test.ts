import { expect, it } from 'vitest';
import { chooseRecogniser } from './choose-recogniser.ts';

const able = { runsModels: true, hasRecogniser: true };
const noModels = { runsModels: false, hasRecogniser: true };
const noRecogniser = { runsModels: true, hasRecogniser: false };
const poor = { runsModels: false, hasRecogniser: false };

it.each([
  ['built-in', 'en-US', able, 'built-in'],
  ['built-in', 'en', noRecogniser, 'built-in'],
  ['built-in', 'de-DE', able, 'browser'],
  ['built-in', 'en-GB', noModels, 'browser'],
  ['browser', 'en-US', able, 'browser'],
  ['browser', 'en-US', noRecogniser, 'built-in'],
  ['server', 'de-DE', able, 'server'],
  ['server', 'de-DE', noModels, 'browser'],
  ['built-in', 'de-DE', noRecogniser, 'none'],
  ['browser', 'fr', noRecogniser, 'none'],
  ['server', 'en', poor, 'none'],
] as const)('wanted %s for %s in %o: %s', (input, language, can, kind) => {
  expect(chooseRecogniser(input, language, can).kind).toBe(kind);
});

it('says what is missing, by the name of the language', () => {
  expect(chooseRecogniser('built-in', 'de-DE', poor).note).toContain('German');
  expect(chooseRecogniser('built-in', 'en-US', poor).note).toBe(
    'This browser cannot recognise speech. You can type instead.',
  );
});
