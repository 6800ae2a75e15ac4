import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../testing/index.ts';
import { mailAddress } from './mail-address.ts';

describe('a mail address', () => {
  it.each([
    ['owner@localhost', 'owner@localhost'],
    [' Ada.Lovelace+talk@Example.COM ', 'ada.lovelace+talk@example.com'],
    ["o'neil@sub.example.co.uk", "o'neil@sub.example.co.uk"],
    ['x@bücher.example', 'x@xn--bcher-kva.example'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ])('%s is stored as %s', (text, stored) => {
    expect(mailAddress(text)).toBe(stored);
  });

  it.each([
    '',
    'nobody',
    '@example.com',
    'a@',
    'a@b@example.com',
    'a b@example.com',
    'a,b@example.com',
    'a;b@example.com',
    '<a@example.com>',
    'Ada <a@example.com>',
    '"a b"@example.com',
    'a(comment)@example.com',
    'a@example.com\r\nbcc: b@example.com',
    'a\0@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@example..com',
    'a@.example.com',
    'a@example.com.',
    'a@example_com',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@1.2',
    'a@0x7f000001.1',
    'a@example.com/path',
    'a@example%2ecom',
    'a@exa\u00admple.com:25',
    'ä@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('%j is not valid', (text) => {
    expect(mailAddress(text)).toBeNull();
  });

  it('has only characters that no mail program reads as more than one address', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (local, domain) => {
        const stored = mailAddress(`${local}@${domain}`);
        if (stored === null) return;
        expect(stored).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/);
        expect(stored).not.toMatch(/[\s,;:<>()[\]"\\]/);
        expect(mailAddress(stored)).toBe(stored);
      }),
      { numRuns: 2_000 },
    );
  });
});
