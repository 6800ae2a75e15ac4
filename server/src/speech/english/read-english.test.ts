import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../testing/index.ts';
import { readEnglish } from './read-english.ts';
import { readAs } from './say-as.ts';

const said = (text: string): string =>
  readEnglish(text)
    .filter(({ words, pause }) => words.length > 0 || pause !== '')
    .map(({ words, pause }) => words.join(' ').replaceAll(' ,', ',') + pause)
    .join(' ');

describe('reading English aloud', () => {
  it.each([
    ['Good day.', 'good day.'],
    ['Wait - what?', 'wait, what?'],
    ['He said: "Go!"', 'he said, go!'],
    ['(in brackets), really', 'in brackets, really'],
    ["It's ours, don't you think?", "it's ours, don't you think?"],
    ['a well-known **bold** _thing_', 'a well known bold thing'],
    ['one—two', 'one, two'],
    ['and so on...', 'and so on.'],
    ['Hmm, let me see', 'hum, let me see'],
  ])('[SP31] words and punctuation: %s', (text, words) => {
    expect(said(text)).toBe(words);
  });

  it.each([
    ['0 7 10 21 100', 'zero seven ten twenty one one hundred'],
    ['1,234,567', 'one million two hundred thirty four thousand five hundred sixty seven'],
    ['3.14 -5 +7', 'three point one four minus five plus seven'],
    ['007', 'zero zero seven'],
    ['1st 2nd 3rd 12th 20th 101st', 'first second third twelfth twentieth one hundred first'],
    ['1/2 3/4 2/3', 'one half three quarters two thirds'],
    ['5-10 or 2010–2015', 'five to ten or twenty ten to twenty fifteen'],
    ['1.2.3 and v2.0.1', 'one point two point three and version two point zero point one'],
    ['in 1984, 2001 and 2024', 'in nineteen eighty four, two thousand one and twenty twenty four'],
    ['in 1066', 'in ten sixty six'],
    ['1950 people, 2020 cars', 'one thousand nine hundred fifty people, two thousand twenty cars'],
    ['the 1990s', 'the nineteen nineties'],
    ['#5 ~30', 'number five about thirty'],
    ['24/7', 'twenty four seven'],
    ['99999999', 'nine nine nine nine, nine nine nine nine'],
  ])('[SP32] numbers: %s', (text, words) => {
    expect(said(text)).toBe(words);
  });

  it.each([
    ['$5', 'five dollars'],
    ['$1', 'one dollar'],
    ['$5.30', 'five dollars and thirty cents'],
    ['$0.01', 'one cent'],
    ['£3.50', 'three pounds and fifty pence'],
    ['€1.2 million', 'one point two million euros'],
    ['$5k and $3bn', 'five thousand dollars and three billion dollars'],
    ['20 EUR or CHF 30', 'twenty euros or thirty swiss francs'],
    ['-$3', 'minus three dollars'],
    ['50%', 'fifty percent'],
    ['1 %', 'one percent'],
  ])('[SP33] money and shares: %s', (text, words) => {
    expect(said(text)).toBe(words);
  });

  it.each([
    ['5:30', 'five thirty'],
    ['10:00', "ten o'clock"],
    ['5:05 p.m. sharp', 'five oh five p m sharp'],
    ['3pm', 'three p m'],
    ['9 am', 'nine _a m'],
    ['May 5, 2024', 'may fifth twenty twenty four'],
    ['5 May 2024', 'the fifth of may twenty twenty four'],
    ['on Jan. 3rd', 'on january third'],
    ['in June 1999', 'in june nineteen ninety nine'],
    ['2024-05-06', 'may sixth twenty twenty four'],
    ['12/25/2023', 'december twenty fifth twenty twenty three'],
    ['25/12/2023', 'december twenty fifth twenty twenty three'],
    ['25.12.2023', 'december twenty fifth twenty twenty three'],
    ['you may go', 'you may go'],
    ['99/99/9999', expect.any(String)],
  ])('[SP34] times and dates: %s', (text, words) => {
    expect(said(text)).toEqual(words);
  });

  it.each([
    ['5kg', 'five kilograms'],
    ['1 kg', 'one kilogram'],
    ['20 °C', 'twenty degrees celsius'],
    ['100 km/h', 'one hundred kilometers per hour'],
    ['5 GB', 'five gigabytes'],
    ['6 ft', 'six feet'],
    ['3 kWh', 'three kilowatt hours'],
    ['I have 5 in here', 'i have five in here'],
  ])('[SP35] units: %s', (text, words) => {
    expect(said(text)).toBe(words);
  });

  it.each([
    ['Dr. Smith and Mrs. Jones', 'doctor smith and missus jones'],
    ['St. John, Main St.', 'saint john, main street.'],
    ['e.g. this, i.e. that, etc.', 'for example this, that is that, et cetera.'],
    ['No. 5 but no. way', 'number five but no. way'],
    ['the U.S. and the UK', 'the u s and the u k'],
    ['NASA uses HTML, APIs and JSON', "nasa uses h t m l, _a p i's and json"],
    ['STOP DOING THAT NOW', 'stop doing that now'],
    ['I said NO', 'i said no'],
    ['Henry VIII, Chapter IV', 'henry the eighth, chapter four'],
    ['YouTube, OpenAI and McDonald', 'you tube, open _a i and mcdonald'],
    ['B2B, MP3 and COVID-19', 'b to b, m p three and covid nineteen'],
    ['C++, C# and R&D', 'c plus plus, c sharp and r and d'],
  ])('[SP36] abbreviations and capitals: %s', (text, words) => {
    expect(said(text)).toBe(words);
  });

  it.each([
    ['https://www.example.com/help?x=1', 'w w w dot example dot com slash help'],
    ['me@example.co.uk', 'me at example dot co dot u k'],
    ['example.org', 'example dot org'],
    ['+1-555-123-4567', 'plus one, five five five, one two three, four five six seven'],
    ['555-123-4567', 'five five five, one two three, four five six seven'],
  ])('[SP37] addresses and telephone numbers: %s', (text, words) => {
    expect(said(text)).toBe(words);
  });

  it.each([
    ['Café, naïve, Straße, Łódź', 'cafe, naive, strasse, lodz'],
    ['“Really” – it’s ‘fine’…', "really, it's fine."],
    ['well done 👍 😀', 'well done thumbs up'],
    ['5 × 3 ≠ 16', 'five times three is not equal to sixteen'],
    ['привет 你好', ''],
    ['ﬁne ½ x²', 'fine one half x squared'],
  ])('[SP38] letters and signs outside ASCII: %s', (text, words) => {
    expect(said(text)).toBe(words);
  });

  it('[SP30] never throws, returns only words that flite knows, and keeps the positions of words', () => {
    const tricky = fc.constantFrom(...'$€%°.,:;-–/#@&+\'"()0123456789aAbBxXIVé½👍你 \u0000\ud800'.split(''));
    const text = fc.oneof(
      anyText({ maxLength: 60 }),
      fc.array(tricky, { maxLength: 30 }).map((characters) => characters.join('')),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (parts) => {
        const written = parts.join(' ');
        let reached = 0;
        for (const { from, to, words: spoken } of readEnglish(written)) {
          expect(from).toBeGreaterThanOrEqual(reached);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(written.length);
          reached = to;
          for (const word of spoken) expect(word).toMatch(/^(?:,|_a|[a-z']+)$/);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('[SP30] takes time in proportion to the text, even a hostile one', () => {
    for (const part of ['a', '9', '.', '-', '1,', "'", '@a.', '/', 'A', '€']) {
      expect(readEnglish(part.repeat(20_000))).toBeInstanceOf(Array);
    }
    expect(readEnglish('ABC '.repeat(20_000))).toHaveLength(20_000);
  });
});

describe('reading what markup names', () => {
  it.each([
    ['characters', 'A1-b', undefined, '_a one dash b'],
    ['spell-out', 'abc', undefined, '_a b c'],
    ['digits', '2024', undefined, 'two zero two four'],
    ['cardinal', '1,024', undefined, 'one thousand twenty four'],
    ['ordinal', '21', undefined, 'twenty first'],
    ['fraction', '3/4', undefined, 'three quarters'],
    ['fraction', '2 1/2', undefined, 'two and one half'],
    ['telephone', '(555) 123 4567', undefined, 'five five five , one two three , four five six seven'],
    ['date', '5/6/2024', 'dmy', 'june fifth , twenty twenty four'],
    ['date', '5/6/2024', 'mdy', 'may sixth , twenty twenty four'],
    ['date', '2024-06', 'ym', 'june twenty twenty four'],
    ['time', '14:05', 'hms24', 'fourteen oh five'],
    ['time', '2:30pm', 'hms12', 'two thirty p m'],
    ['expletive', 'darn', undefined, 'bleep'],
  ])('[SP39] %s of %s (%s)', (interpretAs, text, format, words) => {
    expect(readAs(text, { interpretAs, format })?.join(' ')).toBe(words);
  });

  it.each([
    ['cardinal', 'many'],
    ['ordinal', 'last'],
    ['date', 'soon'],
    ['time', 'later'],
    ['telephone', 'home'],
    ['digits', 'none'],
    ['fraction', 'half'],
    ['sorcery', '5'],
  ])('[SP39] %s of %s is read like any other text', (interpretAs, text) => {
    expect(readAs(text, { interpretAs, format: 'dmy' })).toBeUndefined();
  });
});
