import { describe, expect, it } from 'vitest';
import arabic from './arabic.json' with { type: 'json' };
import english from './english.json' with { type: 'json' };
import french from './french.json' with { type: 'json' };
import german from './german.json' with { type: 'json' };
import { languageOf, type Texts } from './index.ts';
import japanese from './japanese.json' with { type: 'json' };
import portuguese from './portuguese.json' with { type: 'json' };
import spanish from './spanish.json' with { type: 'json' };

const others: Readonly<Record<string, Texts>> = { arabic, french, german, japanese, portuguese, spanish };

const names = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, inner]) => [name, names(inner)])
    : typeof value;
/** Languages have different plural forms. */
const sorted = ({ stars, ...texts }: Texts): unknown =>
  JSON.stringify(names({ ...texts, stars: stars.other }))
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
