import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMarkup } from '../speech/read-markup.ts';
import { speechText } from '../speech/speech-text.ts';
import { hostileText } from '../testing/hostile-text.ts';
import { formatMarkdown, MarkdownReader } from './markdown-reader.ts';

const inPieces = (pieces: Iterable<string>) => {
  const reader = new MarkdownReader();
  return [...pieces].map((piece) => reader.push(piece)).join('') + reader.flush();
};

// biome-ignore format: one fragment per line would not be clearer
const fragments = [
  '*', '**', '***', '_', '__', '`', '``', '```', '```js\n', '~~', '[', ']', '](', ')', '![', '\\', '#', '# ', '## ',
  '- ', '* ', '> ', '>', '|', '| a | b |\n', '|---|---|\n', '---\n', '\n', ' ', 'word', ' two words ', 'x', '1', '. ', '!',
  'https://a.example/?b=1&c=2', '(x)', '<card json=\'{"a":"**b**"}\'/>', '<svc-pause ms="1"/>', '&amp;', '\ue000', '日本',
];
const markdownText = fc
  .array(fc.constantFrom(...fragments), { maxLength: 30 })
  .map((parts) => parts.join(''));

describe('markdown', () => {
  test.each([
    ['It is **very** good.', 'It is <b>very</b> good.'],
    ['**Both. Sentences.** End.', '<b>Both. Sentences.</b> End.'],
    [
      'An *odd* and _even_ ***strong*** ~~old~~ word',
      'An <i>odd</i> and <i>even</i> <b><i>strong</i></b> <del>old</del> word',
    ],
    ['**a *b***', '<b>a <i>b</i></b>'],
    ['**重要**です', '<b>重要</b>です'],
    ['Run `npm **start**` now.', 'Run <code>npm **start**</code> now.'],
    ['Use `` a`b `` or `<div>`.', 'Use <code>a`b</code> or <code>&lt;div></code>.'],
    [
      'See [the **docs**](https://a.example/x?a=1&b=(2)).',
      'See <a href="https://a.example/x?a=1&amp;b=(2)">the <b>docs</b></a>.',
    ],
    ['[Mail](mailto:a@b.example "us")', '<a href="mailto:a@b.example">Mail</a>'],
    ['A snake\\_case and 5 \\* 3', 'A snake_case and 5 * 3'],
  ])('[MK50] %j becomes %j', (text, markup) => {
    expect(formatMarkdown(text)).toBe(markup);
  });

  test.each([
    ['[click](javascript:alert(1))', 'click'],
    ['[read](/docs/a.md)', 'read'],
    ['![A cat](https://a.example/cat.png)!', 'A cat!'],
  ])('[MK51] %j keeps only the text %j', (text, markup) => {
    expect(formatMarkdown(text)).toBe(markup);
  });

  test.each([
    ['# Title #\nText', '<h4><b>Title</b></h4>\nText'],
    [
      'Two things:\n- one **a**\n* two\n  - three',
      'Two things:\n<li>one <b>a</b></li>\n<li>two</li>\n<li>three</li>',
    ],
    ['1. First\n2. Second', '1. First\n2. Second'],
    ['> Quoted *text*\n> - item', 'Quoted <i>text</i>\n<li>item</li>'],
    ['Before\n\n---\nAfter', 'Before\n\n\nAfter'],
    ['```js title="a.js"\nlet b;\n```', '\n<code>let b;</code>\n'],
    ['```js\nconst a = "**b**";\n```\nDone', '\n<code>const a = "**b**";</code>\n\nDone'],
    [
      '| Plan | Price |\n|:---|---:|\n| Basic | **10** |\n\nDone',
      '<b>Plan</b>, <b>Price</b>\nBasic, <b>10</b>\n\nDone',
    ],
  ])('[MK52] the lines of %j become %j', (text, markup) => {
    expect(formatMarkdown(text)).toBe(markup);
  });

  test.each([
    '2 * 3 * 4 = 24',
    '2*3*4 and 2**3**4',
    'snake_case_name and __init__ and _private',
    '#1 of #2, C# too',
    'a - b, well-known - and -5 degrees',
    'Prices* from 5* hotels, f(*args, **kwargs), int *p, *q;',
    'It`s [sic] list[0](x) and [1] (see below)',
    '|x| + |y| is 3',
    '> 5 people, >= 3, >>> x = 5',
    'C:\\_temp\\new ~5 ~ 6 *_* ** a ** `` ``',
    'Stars: *** and a line\nthat goes on, 5 * 3',
    '<card json=\'{"text":"**a** _b_ [c](https://d.example)"}\'/> Hi *<3',
    'See <a href="https://a.example/_x_y_">this</a> &#42;one&#42;',
    'An *open end, a **bold one, and an `open code',
  ])('[MK53] plain text stays as it is: %j', (text) => {
    expect(formatMarkdown(text)).toBe(text);
    expect(inPieces(text)).toBe(text);
  });

  test('[MK54] gives the same result in whatever pieces it comes', () => {
    fc.assert(
      fc.property(fc.oneof(markdownText, hostileText), fc.nat(60), (text, at) => {
        const whole = inPieces([text]);
        expect(inPieces([...text])).toBe(whole);
        expect(inPieces([text.slice(0, at), text.slice(at)])).toBe(whole);
        expect(formatMarkdown(text)).toBe(whole);
      }),
      { numRuns: 3000 },
    );
  });

  test('[MK54] of several backslashes in pieces, only the last one escapes', () => {
    expect(inPieces([...'\\\\\\*'])).toBe('\\\\*');
    expect(formatMarkdown('\\\\\\*')).toBe('\\\\*');
  });

  test('[MK54] words before an opening are not held back, and an opening is held for 300 characters at most', () => {
    const reader = new MarkdownReader();
    expect(reader.push('Hello there. This is **bo')).toBe('Hello there. This is ');
    expect(reader.push('ld**')).toBe('');
    expect(reader.push('. ')).toBe('<b>bold</b>. ');
    expect(reader.push(`*${'word '.repeat(80)}`)).toHaveLength(401);
  });

  test('[MK56] a line of code that is too long to wait for is code, too', () => {
    const line = 'x'.repeat(2_500);
    const spoken = readMarkup(formatMarkdown(`Look:\n\`\`\`\n${line}\n\`\`\`\nDone.`)).filter(
      (segment) => segment.kind === 'speech' && !segment.style.isCode,
    );
    expect(spoken.map((segment) => segment.kind === 'speech' && segment.text.trim())).toEqual([
      'Look:',
      'Done.',
    ]);
  });

  test('[MK55] service tags survive, and none comes from markdown', () => {
    expect(formatMarkdown('`<svc-pause ms="5"/>` **<svc-look at="up"/>x**')).toBe(
      '<code><svc-pause ms="5"/></code> <b><svc-look at="up"/>x</b>',
    );
    expect(speechText(formatMarkdown('**Hi**, `x` and [you](https://a.example)'))).toBe('Hi, x and you');
  });
});
