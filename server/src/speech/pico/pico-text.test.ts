import { expect, it } from 'vitest';
import type { StyleSpan } from '../units/unit.ts';
import { picoText } from './pico-text.ts';

const textOf = (text: string, spans: readonly StyleSpan[] = []) =>
  picoText({ voice: 'de-DE', text, spans, isFirst: true, part: 'whole', tailMs: 0 });

it('[SP151] the style of a word becomes tags of the program', () => {
  const style = { rate: 0.5, pitch: 1.25, range: 1, gain: 9 };
  expect(textOf('Guten Tag', [{ from: 6, to: 9, ...style }])).toBe(
    'Guten <volume level="500"><pitch level="125"><speed level="50">Tag</speed></pitch></volume>',
  );
});

it.each([
  '<genfile file="/x.wav"/>',
  'a<usesig file="/x.wav">b',
  '&lt;play file="/x"/&gt;',
  '\u0000<\u0007play/>',
])('[SP151] no tag of the program comes from the text %j', (text) => {
  expect(textOf(text)).not.toMatch(/[<>&\p{Cc}]/u);
});

it('[SP151] the sign for "and" is read in the language', () => {
  expect(textOf('Müller & Söhne').replaceAll(/ +/g, ' ')).toBe('Müller und Söhne');
});
