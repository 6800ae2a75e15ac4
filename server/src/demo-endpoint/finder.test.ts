import { describe, expect, it } from 'vitest';
import { buildFinder, createFinder } from './finder.ts';
import { meaningOf, plainText, wordsOf } from './words.ts';

const asks = {
  price: ['how much does it cost', 'is it free'],
  voice: ['can i change the voice', 'which voices are there'],
  embed: ['how do i put it on my website'],
};
const finder = createFinder(asks);

describe('the finder', () => {
  it('gives an example itself the highest score of all', () => {
    expect(finder.find('How much does it cost?')).toEqual({ id: 'price', score: 1 });
    expect(finder.find('the cost of something else')?.score).toBeLessThan(1);
  });

  it.each([
    ['what is the price', 'price'],
    ['I would like another voice, please', 'voice'],
    ['embed the widget in my home page', 'embed'],
    ['chnage the vocie', 'voice'],
    ['my webbsite', 'embed'],
  ])('understands "%s" by synonyms, stems and spelling', (question, id) => {
    expect(finder.find(question)?.id).toBe(id);
  });

  it('finds no topic for words that no example has, or for no words', () => {
    expect(finder.find('elephants trumpet loudly')).toBeNull();
    expect(finder.find('?!')).toBeNull();
  });

  it('does not take another word for a misspelt one', () => {
    const { isKnown, find } = createFinder({ bill: ['the bill'], back: ['go back'] });
    for (const other of ['boil', 'black', 'elephant']) {
      expect(isKnown(other)).toBe(false);
      expect(find(other)).toBeNull();
    }
  });

  it('is built with a pause after each topic', () => {
    expect([...buildFinder(asks)]).toHaveLength(3);
  });
});

describe('words', () => {
  it('are read without case, accents, punctuation and contractions', () => {
    expect(wordsOf(plainText('What’s a “Web Hook”, café?'))).toEqual(['what', 'is', 'a', 'webhook', 'cafe']);
  });

  it('have the same meaning in all their forms', () => {
    expect(meaningOf('hosting')).toBe(meaningOf('hosted'));
    expect(meaningOf('pricing')).toBe(meaningOf('cost'));
    expect(meaningOf('embedding')).toBe(meaningOf('widget'));
  });
});
