import { describe, expect, it } from 'vitest';
import { Refusal } from '../errors/refusal.ts';
import { plainName, storableText, webOrigin } from './plain-text.ts';

describe('a plain name', () => {
  it.each([
    ['  Ada ', 'Ada'],
    ['e\u0301', 'é'],
    ['Zoë 😀 "quoted" <b>', 'Zoë 😀 "quoted" <b>'],
  ])('takes %j as %j', (given, name) => {
    expect(plainName('The name', given, 120)).toBe(name);
  });

  it.each(['', '   ', 'a\nb', 'a\0b', 'a\u007fb', 'a\u2028b', 'a\ud800b', 'x'.repeat(121)])(
    'refuses %j',
    (given) => {
      expect(() => plainName('The name', given, 120)).toThrow(Refusal);
    },
  );
});

describe('storable text', () => {
  it('loses NUL and lone surrogates and nothing else', () => {
    expect(storableText('a\0b\ud800c\n😀')).toBe('ab\ufffdc\n😀');
  });
});

describe('an origin', () => {
  it.each([
    ['https://www.example.com', 'https://www.example.com'],
    ['https://WWW.example.com/', 'https://www.example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('takes %s as %s', (given, origin) => {
    expect(webOrigin(given)).toBe(origin);
  });

  it.each([
    '',
    '*',
    'null',
    'example.com',
    'https://example.com/path',
    'https://example.com?a',
    'ftp://example.com',
    'https://me@example.com',
    'javascript:alert(1)',
    'https://a;script-src',
    'https://a,b.example',
    "https://a'b.example",
    'https://*.example.com',
    'https://a..example',
    'https://-a.example',
  ])('refuses "%s"', (given) => {
    expect(() => webOrigin(given)).toThrow(/is not an origin/);
  });
});
