import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooLong, ReplyText } from './reply-text.ts';

describe('a reply in pieces', () => {
  it('[BR8] is the whole reply, however it was cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '🚀') });
    fc.assert(
      fc.property(text, fc.array(fc.nat(30)), (whole, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
        const reply = new ReplyText();
        const pieces = places.slice(1).map((to, index) => reply.add(whole.slice(places[index], to)));
        expect(pieces.join('')).toBe(whole);
      }),
    );
  });

  it('[BR8] drops a half that is never completed', () => {
    const reply = new ReplyText();
    expect([reply.add('a\ud83d'), reply.add('b\ude00'), reply.add('\0c\ud83d')]).toEqual(['a', 'b', 'c']);
  });

  it('[BR6] counts bytes over all pieces', () => {
    const reply = new ReplyText();
    expect(reply.add('€'.repeat(21_845))).not.toBeNull();
    expect(reply.add('.')).toBe('.');
    expect(reply.add('.')).toBeNull();
  });
});

describe('the length of a whole reply', () => {
  it.each([
    ['a'.repeat(65_536), false],
    ['a'.repeat(65_537), true],
    ['€'.repeat(21_845), false],
    ['€'.repeat(21_846), true],
    ['😀'.repeat(16_384), false],
    ['😀'.repeat(16_385), true],
  ])('[BR6] is counted in bytes (case %#)', (text, tooLong) => {
    expect(isTooLong(text)).toBe(tooLong);
  });
});
