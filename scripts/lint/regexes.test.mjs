import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { regexesOfTheCode, slownessOf } from './check-regexes.mjs';
import { findRegexes } from './find-regexes.mjs';

/** Regexes that are known to be fast, because their analysis takes long. `npm run regexes` makes the list. */
const known = JSON.parse(readFileSync(new URL('checked-regexes.json', import.meta.url), 'utf8'));
/** How long this test looks for a wrong entry in the list, and in which entries. By name, it checks the whole list. */
const isSample = process.env.PARLEY_LONG_TESTS !== '1';
const sampleMs = isSample ? 1_000 : Number.POSITIVE_INFINITY;
const maxSeconds = isSample ? 1 : Number.POSITIVE_INFINITY;

const { found, unused } = regexesOfTheCode();
const checked = found.filter(({ reason }) => reason === null);
const places = ({ file, line }) => `${file}:${line}`;

describe('regexes', () => {
  test('take time proportional to the text, or a comment says why not', () => {
    const slow = new Map();
    for (const { text } of checked)
      if (text !== null && !(text in known) && !slow.has(text)) slow.set(text, slownessOf(text));
    const complaints = checked.flatMap((regex) => {
      const slowness =
        regex.text === null ? 'cannot be analysed, because it is built from parts' : slow.get(regex.text);
      return slowness ? [`${places(regex)} ${regex.text}: ${slowness}`] : [];
    });
    expect(complaints).toEqual([]);
  });

  test('that are listed as fast are fast and in use', () => {
    const texts = new Set(checked.map(({ text }) => text));
    expect(Object.keys(known).filter((text) => !texts.has(text))).toEqual([]);
    const startMs = performance.now();
    const sample = Object.keys(known).filter((text) => known[text] <= maxSeconds);
    for (const text of sample.sort(() => Math.random() - 0.5)) {
      if (performance.now() - startMs > sampleMs) break;
      expect(slownessOf(text), text).toBe(null);
    }
  });

  test('every `slow-regex` comment belongs to a regex', () => expect(unused.map(places)).toEqual([]));
});

describe('the check', () => {
  const texts = (source) => findRegexes('a.ts', source).found.map(({ text }) => text);

  test('finds literals and calls', () => {
    expect(
      texts("f(/a+/g); new RegExp('b', 'u'); RegExp('c'); new RegExp(d); new RegExp(/e/, 'g'); 1 / 2 / 3"),
    ).toEqual(['/a+/g', '/b/u', '/c/', null, '/e/']);
  });

  test('takes the reason of the comment above', () => {
    const { found, unused } = findRegexes(
      'a.ts',
      '// slow-regex: short\nf(/a/);\n\n\n/b/;\n// slow-regex: nothing here',
    );
    expect(found.map(({ text, reason }) => [text, reason])).toEqual([
      ['/a/', 'short'],
      ['/b/', null],
    ]);
    expect(unused).toEqual([{ file: 'a.ts', line: 6 }]);
  });

  test.each([
    ['/\\/+$/', '2nd degree polynomial'],
    ['/^(a|a)*$/', 'exponential'],
    ['/^ {0,3}#{1,6}[ \\t]+(.*?)(?:[ \\t]+#+)?\\s*$/', '3rd degree polynomial'],
  ])('finds that %s is slow', (text, slowness) => expect(slownessOf(text)).toContain(slowness));

  test('finds that /^a+$/ is fast', () => expect(slownessOf('/^a+$/')).toBe(null));
});
