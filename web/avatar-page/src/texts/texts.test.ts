import { describe, expect, it } from 'vitest';
import { arabic } from './arabic.ts';
import { english, type Texts } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { languageOf } from './index.ts';
import { japanese } from './japanese.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

const others: Readonly<Record<string, Texts>> = { arabic, french, german, japanese, portuguese, spanish };

const names = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, inner]) => [name, names(inner)])
    : typeof value;
const sorted = (texts: Texts): unknown =>
  JSON.stringify(names(texts))
    .split(/[[\],]+/)
    .toSorted();

describe('the languages of the page', () => {
  it.each(Object.keys(others))('%s has every text that English has', (language) => {
    const texts = others[language];
    expect(texts === undefined ? null : sorted(texts)).toEqual(sorted(english));
  });

  it.each([
    [['de-AT', 'en'], 'de'],
    [['PT_br'], 'pt'],
    [['nl', 'fr'], 'fr'],
    [['en-GB', 'de'], 'en'],
    [['constructor', 'tlh'], 'en'],
    [[], 'en'],
  ])('%j is shown as %s', (wanted, language) => {
    expect(languageOf(wanted)).toBe(language);
  });
});
