import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeText } from './sanitize-text.ts';

test.each([
  ['a\0b', 'ab'],
  ['\ud83d', ''],
  ['\ude00\ud83d', ''],
  ['\ud83d\ud83d\ude00\ude00', '😀'],
  ['\ud83d\0\ude00', ''],
  ['😀\t\u0001\ufffe', '😀\t\u0001\ufffe'],
])('[MK41] %j', (text, clean) => expect(sanitizeText(text)).toBe(clean));

test('[MK41] the result is well-formed, and well-formed text without NUL stays', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\0', '\ud83d', '\ude00', '😀', '<') });
  fc.assert(
    fc.property(text, (dirty) => {
      const clean = sanitizeText(dirty);
      expect(clean.isWellFormed() && !clean.includes('\0')).toBe(true);
      expect(sanitizeText(clean)).toBe(clean);
      if (dirty.isWellFormed()) expect(clean).toBe(dirty.replaceAll('\0', ''));
    }),
  );
});
