import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base62 } from '../kernel/index.ts';
import { isWellFormed, keyHash, makeKey } from './key-text.ts';

describe('the text of an API key', () => {
  it('is the prefix, 30 random characters and 6 of checksum', () => {
    for (let i = 0; i < 100; i++) {
      const key = makeKey();
      expect(key).toMatch(/^parley_live_[0-9A-Za-z]{36}$/);
      expect(isWellFormed(key)).toBe(true);
    }
  });

  it('ends in the CRC-32 of what precedes it', () => {
    const key = makeKey();
    const value = [...key.slice(-6)].reduce((sum, character) => sum * 62 + base62.indexOf(character), 0);
    expect(value).toBe(crc32(key.slice(0, -6)));
  });

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 2000 }, makeKey)).size).toBe(2000);
  });

  it('is no longer well formed when any one of its characters is changed', () => {
    const anyKey = fc.constant(null).map(makeKey);
    const place = fc.nat('parley_live_'.length + 35);
    fc.assert(
      fc.property(anyKey, place, fc.constantFrom(...base62, '_', '-', ' ', 'é'), (key, at, character) => {
        fc.pre(key[at] !== character);
        expect(isWellFormed(key.slice(0, at) + character + key.slice(at + 1))).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it('is no longer well formed when two neighbours change places', () => {
    fc.assert(
      fc.property(fc.constant(null).map(makeKey), fc.nat('parley_live_'.length + 34), (key, at) => {
        const [one = '', other = ''] = [key[at], key[at + 1]];
        fc.pre(one !== other);
        expect(isWellFormed(key.slice(0, at) + other + one + key.slice(at + 2))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('is not well formed with anything around it', () => {
    const key = makeKey();
    for (const text of [
      ` ${key}`,
      `${key}\n`,
      `${key}0`,
      key.slice(1),
      key.toUpperCase(),
      '',
      'parley_live_',
    ]) {
      expect(isWellFormed(text)).toBe(false);
    }
  });

  it('is looked up by its SHA-256', () => {
    expect(keyHash('abc')).toBe(createHash('sha256').update('abc').digest('hex'));
  });
});
