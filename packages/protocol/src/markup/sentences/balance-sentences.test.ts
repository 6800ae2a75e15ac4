import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMarkup } from '../speech/read-markup.ts';
import { hostileText } from '../testing/hostile-text.ts';
import { balanceSentences } from './balance-sentences.ts';
import { cutSentences } from './sentence-cutter.ts';

/** All speech and effects, one entry for each spoken character, without separations and whitespace. */
const heard = (texts: readonly string[]): unknown[] =>
  texts.flatMap((text) =>
    readMarkup(text).flatMap((segment): unknown[] => {
      if (segment.kind === 'speech') {
        return [...segment.text.replace(/\s/g, '')].map((character) => ({ character, style: segment.style }));
      }
      return segment.kind === 'boundary' ? [] : [segment];
    }),
  );

describe('balancing', () => {
  test('[MK37] an element over several sentences is opened and closed in each', () => {
    const sentences = cutSentences(
      '<speak>Hi. <prosody rate="slow">One two. Three</prosody> four. Five.</speak>',
    );
    expect(balanceSentences(sentences)).toEqual([
      '<speak>Hi. </speak>',
      '<speak><prosody rate="slow">One two. </prosody></speak>',
      '<speak><prosody rate="slow">Three</prosody> four. </speak>',
      '<speak>Five.</speak>',
    ]);
  });

  test('[MK37] the end of formatting does not end a style that began inside it', () => {
    const text = '<b>One.<voice name="v"></b> Two.';
    expect(balanceSentences(cutSentences(text))).toEqual([
      '<b>One.</b>',
      '<b><voice name="v"></b> Two.</voice>',
    ]);
    expect(heard(balanceSentences(cutSentences(text)))).toEqual(heard([text]));
  });

  test('[MK37] each sentence alone is spoken as in the whole', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        fc.pre(text.isWellFormed() && text.length < 250);
        expect(heard(balanceSentences(cutSentences(text)))).toEqual(heard([text]));
      }),
      { numRuns: 3000 },
    );
  });

  test('[MK37] what is carried is bounded', () => {
    const deep = '<emphasis>'.repeat(2000) + 'Yes it is. '.repeat(500);
    const long = `<prosody rate="slow" x="${'x'.repeat(5000)}">${'Yes it is. '.repeat(500)}`;
    for (const text of [deep, long]) {
      const grown = balanceSentences(cutSentences(text)).join('').length;
      expect(grown).toBeLessThan(text.length + 500 * 8 * 2 * 12);
    }
  });
});
