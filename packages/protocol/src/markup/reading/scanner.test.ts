import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMarkup } from '../speech/read-markup.ts';
import { wordsOf } from '../speech/speech-text.ts';
import { hostileText, tornText } from '../testing/hostile-text.ts';
import { MarkupScanner, scanMarkup } from './scanner.ts';
import type { Token } from './tokens.ts';

const words = (text: string) => wordsOf(readMarkup(text));
const attributes = (text: string) => {
  const first = readMarkup(text).find((segment) => segment.kind === 'custom' || segment.kind === 'service');
  return first === undefined ? undefined : Object.fromEntries(first.tag.attributes);
};

function joinTexts(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (token.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', raw: last.raw + token.raw };
    } else {
      joined.push(token);
    }
  }
  return joined;
}

describe('the whole', () => {
  test('[MK1] the parts, joined, are the text, and reading never throws', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        readMarkup(text);
        expect(
          scanMarkup(text)
            .map(({ raw }) => raw)
            .join(''),
        ).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test('[MK1] pieces split anywhere give the same parts', () => {
    fc.assert(
      fc.property(tornText, ({ text, pieces }) => {
        const scanner = new MarkupScanner();
        const tokens = pieces.flatMap((piece) => scanner.push(piece));
        expect(joinTexts([...tokens, ...scanner.finish()])).toEqual(joinTexts(scanMarkup(text)));
      }),
      { numRuns: 2000 },
    );
  });

  test('[MK1] a scanner is fresh after finish', () => {
    const scanner = new MarkupScanner();
    scanner.push('<!-- never ends');
    scanner.finish();
    expect([...scanner.push('<!-- ends -->a'), ...scanner.finish()].map(({ raw }) => raw)).toEqual([
      '<!-- ends -->',
      'a',
    ]);
  });
});

describe('what is a tag', () => {
  test.each([
    'a < b',
    'I <3 you',
    '1<2>0',
    '<',
    'x <',
    '< b>',
    '</ b>',
    '</3',
    '<!',
    '<?',
    '<>',
    '</>',
    '<-',
    'if (a<=b)',
  ])('[MK2] spoken as it is: %s', (text) => expect(words(text)).toBe(text));

  test.each([
    '<me@example.org>',
    '<https://example.org/a>',
    'a <b, c> d',
    'x<y && y>z',
    'if a<b it ends. And c>d',
    "<s'il vous",
    '<a/b>',
  ])('[MK3] plain text: %s', (text) => expect(words(text)).toBe(text));

  test('[MK3] an odd character does not undo a tag that has a value, nor a service tag', () => {
    expect(words('<card a="1", b>x')).toBe('x');
    expect(words('<svc-gesture, name="nod"!>x')).toBe('x');
    expect(attributes('<svc-gesture, name="nod"!>x')).toEqual({ name: 'nod' });
  });
});

describe('cut-off tags', () => {
  test.each([
    ['<break time="1s" Hello <b>you</b>', 'Hello you'],
    ['Hello <break', 'Hello'],
    ['<break <break/>a', 'a'],
    ['<card json="{}" Tom &amp; Jerry', 'Tom & Jerry'],
    ['<svc-gesture name=nod', ''],
    ['<b hello', '<b hello'],
    ['is a<b', 'is a<b'],
    ['a</b', 'a'],
    ['a</b c <i>d', 'a c d'],
  ])('[MK4] %s', (text, spoken) => expect(words(text)).toBe(spoken));

  test('[MK4] what came before the cut takes effect', () => {
    expect(readMarkup('<break time="1s" Hello')[0]).toEqual({ kind: 'break', ms: 1000 });
  });
});

describe('attributes', () => {
  test.each([
    [`<card a='x > y </z> "q"'/>`, { a: 'x > y </z> "q"' }],
    [`<card a="it's <b>"/>`, { a: "it's <b>" }],
    [String.raw`<card a="say \"hi\" > \\ now"/>`, { a: String.raw`say "hi" > \ now` }],
    [String.raw`<card a='it\'s \\ now'/>`, { a: String.raw`it's \\ now` }],
    [String.raw`<card a="C:\dir" b="2"/>`, { a: String.raw`C:\dir`, b: '2' }],
    ['<card a="&quot;x&quot; &lt; &#39;"/>', { a: `"x" < '` }],
    ['<card a=b c = d e/>', { a: 'b', c: 'd', e: '' }],
    ['<card a=x/y/>', { a: 'x/y' }],
    ['<card a= >', { a: '' }],
    ['<card A="1" a="2">', { a: '1' }],
    ['<card\n\ta="1"\r\n/ >', { a: '1' }],
    [
      '<card __proto__="x" constructor="y"/>',
      Object.fromEntries([
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]),
    ],
  ])('[MK5] %s', (text, expected) => expect(attributes(text)).toEqual(expected));

  test('[MK6] an unterminated quote ends at the next >', () => {
    expect(readMarkup('<break time="500ms>Hello')[0]).toEqual({ kind: 'break', ms: 500 });
    expect(words('<break time="500ms>Hello <b>there</b>')).toBe('Hello there');
    expect(words('Hi <card json=\'{"a": "b <c')).toBe('Hi');
  });
});

describe('characters and sections', () => {
  test.each([
    ['&lt;b&gt; &amp;lt; &quot;&apos;', `<b> &lt; "'`],
    ['&#65;&#x42;&#x1F600;', 'AB😀'],
    [
      'caf&eacute; &nope; &; & &#; &#0; &#xD800; &#9999999; AT&T',
      'caf&eacute; &nope; &; & &#; &#0; &#xD800; &#9999999; AT&T',
    ],
    ['5&nbsp;&euro;&hellip;', '5 €…'],
    ['&constructor; &amp', '&constructor; &amp'],
  ])('[MK7] %s', (text, spoken) => expect(words(text)).toBe(spoken));

  test.each([
    ['a<!-- b > <c> -- -->d', 'ad'],
    ['<?xml version="1.0"?>a<!DOCTYPE speak>b', 'ab'],
    ['<![CDATA[<b> &amp; ]] ]]>c', '<b> &amp; ]] c'],
    ['<!-- hello <b>there</b>', 'hello there'],
    ['<![CDATA[hello <b>there</b>', 'hello there'],
    ['<!-x <![CDAT <?1', '<!-x <![CDAT <?1'],
  ])('[MK8] %s', (text, spoken) => expect(words(text)).toBe(spoken));

  test('[MK9] names in any case', () => {
    expect(readMarkup('<BREAK Time="1s"/><Prosody RATE="slow">a</PROSODY>b')).toMatchObject([
      { kind: 'break', ms: 1000 },
      { kind: 'speech', text: 'a', style: { rate: 0.75 } },
      { kind: 'speech', text: 'b', style: { rate: 1 } },
    ]);
  });
});
