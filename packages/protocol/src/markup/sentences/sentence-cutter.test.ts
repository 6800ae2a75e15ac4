import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanMarkup } from '../reading/scanner.ts';
import { hostileText, tornText } from '../testing/hostile-text.ts';
import { createSentenceCutter, cutSentences } from './sentence-cutter.ts';

const inPieces = (pieces: readonly string[]) => {
  const cutter = createSentenceCutter();
  return [...pieces.flatMap((piece) => cutter.push(piece)), ...cutter.flush()];
};

describe('the whole', () => {
  test('[MK30] the sentences, joined, are the text, in whatever pieces it came', () => {
    fc.assert(
      fc.property(tornText, ({ text, pieces }) => {
        const sentences = inPieces(pieces);
        expect(sentences.join('')).toBe(text);
        expect(sentences).toEqual(cutSentences(text));
        expect(inPieces([...text])).toEqual(sentences);
      }),
      { numRuns: 2000 },
    );
  });

  test('[MK30] a cutter is fresh after a flush', () => {
    const cutter = createSentenceCutter();
    cutter.push('<say-as>Half a');
    expect(cutter.flush()).toEqual(['<say-as>Half a']);
    expect(cutter.push('One. Two')).toEqual(['One. ']);
    expect(cutter.flush()).toEqual(['Two']);
    expect(cutter.flush()).toEqual([]);
  });
});

describe('ends', () => {
  test('[MK31] a sentence is returned as soon as it is complete', () => {
    const cutter = createSentenceCutter();
    expect(cutter.push('Hello the')).toEqual([]);
    expect(cutter.push('re.')).toEqual([]);
    expect(cutter.push(' ')).toEqual(['Hello there. ']);
    expect(cutter.push('How are you?!" <b')).toEqual(['How are you?!" ']);
    expect(cutter.push('>Fine</b>.</prosody> ')).toEqual(['<b>Fine</b>.</prosody> ']);
    expect(cutter.push('Good!<card json="{}"/>')).toEqual(['Good!']);
    expect(cutter.flush()).toEqual(['<card json="{}"/>']);
  });

  test.each([
    [['Hello there. ', 'How are you? ', 'Fine!']],
    [['“Is it?” ', '(It is.) ', '**Yes.** ', 'Good.']],
    [['你好。', '「はい。」', '再见！？', '好']],
    [['&quot;Stop!&quot; ', 'he said.']],
    [['क्या है। ', 'हाँ।']],
    [['So do I. ', 'Then go.']],
    [['It is 50%. ', 'That is all (for now). ', 'Bye']],
  ])('[MK31] %j', (sentences) => expect(cutSentences(sentences.join(''))).toEqual(sentences));

  test.each([
    'Dr. Smith met Mrs. Jones, e.g. at 3.14 km.',
    'J. R. R. Tolkien wrote it.',
    'See https://example.org/a.b?c=d!e or node.js.',
    'Well... maybe so… or not.',
    'Well . . . maybe.',
    'At 5 p.m. on Sept. 5 in the U.S. capital, etc. and so on.',
    'Version 2.0.1 is No. 5 of it.',
    '1. First of all',
    'z. B. heute, d.h. jetzt',
    '<b>Dr</b>. Smith',
    'Dr.<emphasis>Smith</emphasis>',
    '?!',
  ])('[MK32] one sentence: %s', (text) => expect(cutSentences(text)).toEqual([text]));

  test.each([
    [['At 5 p.m. ', 'We left, etc. ', 'No. ', 'Really... ', 'Yes.']],
    [['See https://a.example/c?d=e. ', 'Then go.']],
    [['It was 42. ', 'Then 43.']],
  ])('[MK32] %j', (sentences) => expect(cutSentences(sentences.join(''))).toEqual(sentences));

  test.each([
    [['Shopping\n', '- flour\n', '- sugar\n', '1. Mix\n', '2. Bake']],
    [['Dear you,\nwelcome. ', 'Bye,\n\n', 'me']],
    [['Dr.\nSmith\r\n', 'x']],
    [['<p>One</p>', '<p>Two. ', '<s>Three</s>', 'four</p>']],
    [['one', '<br>two', '<break time="1s"/> three']],
    [['one<break strength="none"/> two']],
  ])('[MK33] %j', (sentences) => expect(cutSentences(sentences.join(''))).toEqual(sentences));
});

describe('what stays whole', () => {
  test('[MK34] every cut falls between parts, and never inside a pair', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const sentences = cutSentences(text);
        const cuts = new Set<number>();
        let place = 0;
        for (const sentence of sentences) {
          place += sentence.length;
          cuts.add(place);
        }
        let start = 0;
        for (const { kind, raw } of scanMarkup(text)) {
          if (kind !== 'text')
            for (let at = start + 1; at < start + raw.length; at += 1) expect(cuts.has(at)).toBe(false);
          start += raw.length;
        }
        if (text.isWellFormed()) expect(sentences.every((sentence) => sentence.isWellFormed())).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    '<card json=\'{"a":"One. Two! \\n Three"}\'/>Hi',
    '<say-as interpret-as="date">1. 2. 2020. It</say-as> x',
    '<sub alias="Yes. No.">A. Bee! C</sub> x',
    '<![CDATA[One. Two.\n\nThree]]> x',
    '<!-- One. Two. --> x',
  ])('[MK34] whole: %s', (text) => expect(cutSentences(text)).toEqual([text]));

  test('[MK35] long text is cut at a space after 300 characters', () => {
    const sentences = cutSentences('seven77 '.repeat(150));
    expect(sentences.map(({ length }) => length)).toEqual([304, 304, 304, 288]);
    expect(cutSentences(`${'x'.repeat(300)} Dr. Smith goes`)).toEqual([
      `${'x'.repeat(300)} `,
      'Dr. Smith goes',
    ]);
    expect(cutSentences(`${'字'.repeat(320)}、${'字'.repeat(10)}`).map(({ length }) => length)).toEqual([
      321, 10,
    ]);
  });

  test('[MK35] a word without end is cut between characters', () => {
    expect(cutSentences('x'.repeat(2500)).map(({ length }) => length)).toEqual([1000, 1000, 500]);
    const emoji = cutSentences(`x${'😀'.repeat(1200)}`);
    expect(emoji.length).toBeGreaterThan(1);
    expect(emoji.every((piece) => piece.isWellFormed())).toBe(true);
    expect(cutSentences(`${'&amp;'.repeat(1500)}`).every((piece) => /^(&amp;)+$/.test(piece))).toBe(true);
  });

  test('[MK36] tags alone go with the next sentence, or come last', () => {
    expect(cutSentences('A word. </p><p>... ! Next one. <card/>')).toEqual([
      'A word. ',
      '</p><p>... ! Next one. ',
      '<card/>',
    ]);
  });
});
