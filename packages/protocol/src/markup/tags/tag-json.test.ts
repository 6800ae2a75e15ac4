import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMarkup } from '../speech/read-markup.ts';
import type { MarkupTag } from '../speech/segments.ts';
import { parseTagJson } from './tag-json.ts';

function tagOf(text: string): MarkupTag {
  const segment = readMarkup(text)[0];
  if (segment?.kind !== 'custom') throw new Error(`no custom tag in ${text}`);
  return segment.tag;
}

const parse = (text: string) => parseTagJson(tagOf(text));

const writers: Readonly<Record<string, (json: string) => string>> = {
  'entities in double quotes': (json) =>
    `"${json.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`,
  'entities in single quotes': (json) => `'${json.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'`,
  'a string escaped again': (json) => `"${json.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
};

describe('json in a tag', () => {
  test.each(Object.entries(writers))('[MK18] any data survives %s', (_, write) => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        // These simple writers cannot escape a backslash before the closing quote, or text that looks like an entity.
        fc.pre(!json.includes('&') && !(json.includes('\\') && json.includes("'")));
        expect(parse(`<card json=${write(json)}/>`)).toEqual({
          ok: true,
          value: JSON.parse(json),
          text: expect.any(String),
        });
      }),
    );
  });

  test.each([
    [String.raw`<card json='{"a":"it\'s \"so\" \\ done"}'/>`, { a: String.raw`it's "so" \ done` }],
    ['<card json=\'{"q":"&quot;hi&quot;"}\'/>', { q: '&quot;hi&quot;' }],
    [String.raw`<card json="{\"q\":\"&quot;\"}"/>`, { q: '&quot;' }],
    [String.raw`<card json="{&quot;q&quot;:&quot;\&quot;&quot;}"/>`, { q: '"' }],
    ['<card json={"a":1} />', { a: 1 }],
    ['<card json=\'{"a":"</card> <b> />"}\'>', { a: '</card> <b> />' }],
    ['<card json="12"/>', 12],
  ])('[MK18] %s', (text, value) => {
    const parsed = parse(text);
    expect(parsed).toEqual({ ok: true, value, text: expect.any(String) });
    expect(parsed.ok && JSON.parse(parsed.text)).toEqual(value);
  });

  test('[MK18] a value that does not parse is returned as a raw string', () => {
    expect(parse('<card json="{a: &quot;b&quot;}"/>')).toEqual({
      ok: false,
      reason: 'invalid',
      raw: '{a: "b"}',
    });
    expect(parse('<card json/>')).toEqual({ ok: false, reason: 'invalid', raw: '' });
    expect(parse('<card/>')).toEqual({ ok: false, reason: 'missing', raw: '' });
  });
});
