import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newAccountId, newKeyId, newMemberId, newPersonId, newSessionId, parseAvatarId } from './ids.ts';

describe('new ids', () => {
  it.each([
    ['accounts', newAccountId, /^acc_[a-z2-7]{16}$/],
    ['persons', newPersonId, /^usr_[a-z2-7]{16}$/],
    ['members', newMemberId, /^mem_[a-z2-7]{16}$/],
    ['keys', newKeyId, /^key_[a-z2-7]{16}$/],
    ['sessions', newSessionId, /^ses_[a-z2-7]{24}$/],
  ])('of %s have their form and never repeat', (_whose, make, form) => {
    const ids = Array.from({ length: 1000 }, make);
    for (const id of ids) expect(id).toMatch(form);
    expect(new Set(ids).size).toBe(1000);
  });
});

describe('an avatar id', () => {
  it('is any positive whole number in its only spelling', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        expect(parseAvatarId(String(id))).toBe(id);
      }),
    );
  });

  it('is nothing else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = parseAvatarId(text);
        expect(id === null || String(id) === text).toBe(true);
      }),
    );
  });

  it.each([
    '',
    '0',
    '-1',
    '01',
    '1.0',
    '1e3',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '0x1',
    '9007199254740992',
    '99999999999999999',
    'one',
  ])('is not "%s"', (text) => {
    expect(parseAvatarId(text)).toBeNull();
  });
});
