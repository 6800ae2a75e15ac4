import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isServiceName } from '../reading/names.ts';
import { scanMarkup } from '../reading/scanner.ts';
import type { Token } from '../reading/tokens.ts';
import { classifyMessage } from '../speech/classify-message.ts';
import { readMarkup } from '../speech/read-markup.ts';
import { hostileText } from '../testing/hostile-text.ts';
import { stripServiceTags } from './strip-service-tags.ts';

/** Tags, and openings outside of the quoted values of other tags, also within comments. */
const serviceTokensOf = (text: string): Token[] =>
  scanMarkup(text).filter((token) => {
    if (token.kind === 'open') return isServiceName(token.name);
    const mark = token.kind === 'cdata' ? '<![CDATA[' : token.kind === 'skipped' ? '<!--' : null;
    return mark === null
      ? /<\/?svc-/i.test(token.raw)
      : serviceTokensOf(token.raw.slice(mark.length, -3)).length > 0;
  });

describe('removal', () => {
  test('[MK20] no opening is left, whatever the text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const stripped = stripServiceTags(text);
        expect(serviceTokensOf(stripped)).toEqual([]);
        expect(stripServiceTags(stripped)).toBe(stripped);
        expect(readMarkup(stripped).filter((segment) => segment.kind === 'service')).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });

  test('[MK20] no opening is left in a text of letters and signs', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<<</svcSVC-- >"=a'), maxLength: 60 }), (text) => {
        expect(serviceTokensOf(stripServiceTags(text))).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    '<svc-x',
    '<SVC-X/>',
    '</svc-x',
    '<svc-',
    '</svc->',
    '<svc-x a="',
    "<svc-x a='>",
    '<svc-x a=b c>',
  ])('[MK20] nothing is left of %s', (text) => expect(stripServiceTags(text)).toBe(''));

  test.each([
    ['x <svc-a json=\'{"a":"<b>"}\'>in</svc-a> y', 'x in y'],
    [' <svc-gesture name="nod"/>\n\thi  &amp; <b>', ' \n\thi  &amp; <b>'],
    ['<svc-gesture name="nod" hello', ' hello'],
    ['<card json=\'{"svc-":1}\'/>a < svc-b', '<card json=\'{"svc-":1}\'/>a < svc-b'],
  ])('[MK21] %s', (text, kept) => expect(stripServiceTags(text)).toBe(kept));

  test.each([
    '<my-tag json="<svc-x/>"/>',
    '<my-tag json=\'{"html":"<svc-x a=1>b</svc-x>"}\'/>',
    '<c json="a <svc-q r=\'s\'/> b"/>',
    '<b title="<SVC-X>">hi</b>',
    '<!-- <c json="<svc-x/>"/> -->',
    '<!--<card x="<svc-a b="c"-->',
  ])('[MK21] the values of other tags stay: %s', (text) => {
    expect(stripServiceTags(text)).toBe(text);
    expect(stripServiceTags(`<svc-a/>${text}<svc-b>c</svc-b>`)).toBe(`${text}c`);
  });

  test('[MK21] without service tags the text stays byte for byte', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        fc.pre(!/<\/?svc-/i.test(text));
        expect(stripServiceTags(text)).toBe(text);
      }),
    );
  });

  test('[MK21] exactly the service tags of well-formed text are removed', () => {
    const part = fc.constantFrom(
      'a ',
      '\n',
      '<b>',
      '</b>',
      '<card json=\'{"a":">"}\'/>',
      '<svc-x/>',
      '<svc-y z="<">',
      '</svc-y>',
      '&lt;',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const kept = parts.filter((each) => !/^<\/?svc-/.test(each)).join('');
        expect(stripServiceTags(parts.join(''))).toBe(kept);
        expect(
          scanMarkup(kept)
            .map(({ raw }) => raw)
            .join(''),
        ).toBe(kept);
      }),
    );
  });

  test.each([
    ['<svc-<svc-x/>a/>', 'a/>'],
    ['<<svc-x/>svc-y/>b', 'b'],
    ['<sv<svc-x/>c-y/>', ''],
    ['<</svc-x>/svc-y>', ''],
    ['<<<<<<svc-a/>svc-b/>svc-c/>svc-d/>svc-e/><c json="<svc-f/>"/>', '<e/><c json="f/>"/>'],
    ['<c json="a <svc-q/> b', '<c json="a /> b'],
    ['<c json="<svc-q/> b>', '<c json="/> b>'],
    ['<!-- <svc-a x=" -->Hello', '<!-- -->Hello'],
    ['<![CDATA[a<svc-b/>c]]>', '<![CDATA[ac]]>'],
  ])('[MK22] %s', (text, kept) => expect(stripServiceTags(text)).toBe(kept));
});

describe('classes', () => {
  test.each([
    ['<svc-register-tag ssml-tag="a" event="b"/>', 'service-only'],
    [' <svc-gesture name="nod"/>\n<svc-custom-x json="1"></svc-custom-x> ', 'service-only'],
    ['<svc-gesture <break/>', 'service-only'],
    ['<card json="{}"/>', 'custom-only'],
    ['<card/> <svc-gesture name="nod"/>', 'custom-only'],
    ['hello', 'spoken'],
    ['?', 'spoken'],
    ['👍', 'spoken'],
    ['<card/>hi', 'spoken'],
    ['<svc-emotion name="sad">hi</svc-emotion>', 'spoken'],
    ['<sub alias="x"/>', 'spoken'],
    ['', 'empty'],
    [' \n&nbsp;\u200b', 'empty'],
    ['<speak><break/><mark name="m"/><b></b></speak><!-- x -->', 'empty'],
  ])('[MK23] %s', (text, expected) => expect(classifyMessage(text)).toBe(expected));

  test('[MK23] a message of service tags alone leaves nothing to send', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        if (classifyMessage(text) !== 'service-only') return;
        expect(classifyMessage(stripServiceTags(text))).toBe('empty');
      }),
      { numRuns: 2000 },
    );
  });
});
