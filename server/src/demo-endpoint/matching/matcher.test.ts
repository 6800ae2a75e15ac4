import { describe, expect, it } from 'vitest';
import { closestWord, distance } from '../../kernel/index.ts';
import { createMatcher } from './matcher.ts';
import { meaningOf, plainWords } from './words.ts';

const matcher = createMatcher({
  price: ['how much does it cost', 'is it free'],
  voice: ['can i change the voice', 'which voices are there'],
  embed: ['how do i put it on my website'],
});
const best = (text: string) => matcher.match(text)[0];

describe('the matcher', () => {
  it('gives an example itself the highest score of all', () => {
    expect(best('How much does it cost?')?.id).toBe('price');
    expect(best('How much does it cost?')?.score).toBeGreaterThan(
      best('the cost of something else')?.score ?? 1,
    );
  });

  it.each([
    ['what is the price', 'price'],
    ['I would like another voice, please', 'voice'],
    ['embed the widget in my home page', 'embed'],
    ['chnage the vocie', 'voice'],
  ])('understands "%s" by synonyms, stems and spelling', (question, id) => {
    expect(best(question)?.id).toBe(id);
  });

  it('finds no topic for words that no example has, or for no words', () => {
    expect(best('elephants trumpet loudly')?.score ?? 0).toBeLessThan(0.1);
    expect(matcher.match('?!')).toEqual([]);
  });
});

describe('words', () => {
  it('are read without case, accents, punctuation and contractions', () => {
    expect(plainWords('What’s a “Web Hook”, café?')).toEqual(['what', 'is', 'a', 'webhook', 'cafe']);
  });

  it('have the same meaning in all their forms', () => {
    expect(meaningOf('hosting')).toBe(meaningOf('hosted'));
    expect(meaningOf('pricing')).toBe(meaningOf('cost'));
    expect(meaningOf('embedding')).toBe(meaningOf('widget'));
  });

  it.each([
    ['webhok', 'webhook', 1],
    ['teh', 'the', 1],
    ['same', 'same', 0],
    ['cat', 'elephant', 3],
  ])('%s and %s are %i apart, counted up to the limit', (a, b, apart) => {
    expect(distance(a, b, 2)).toBe(apart);
  });

  it('are corrected only if the spelling is close', () => {
    const known = ['webhook', 'endpoint', 'cost', 'back'];
    expect(closestWord('webhok', known)).toBe('webhook');
    expect(closestWord('endpiont', known)).toBe('endpoint');
    expect(closestWord('cots', known)).toBe('cost');
    for (const other of ['black', 'coat', 'elephant']) expect(closestWord(other, known)).toBeUndefined();
  });
});
