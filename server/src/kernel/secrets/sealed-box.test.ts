import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSealedBox, SealError } from './sealed-box.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];

describe('the sealed box', () => {
  it('opens to what was sealed, whatever it is', () => {
    const box = createSealedBox([oldKey]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (secret, place) => {
        expect(box.open(box.seal(secret, place), place)).toBe(secret);
      }),
    );
  });

  it('never seals the same secret into the same text, and never shows it', () => {
    const box = createSealedBox([oldKey]);
    const sealed = Array.from({ length: 100 }, () => box.seal('open sesame', 'here'));
    expect(new Set(sealed).size).toBe(100);
    expect(sealed.join()).not.toContain('sesame');
  });

  it('does not open in another context', () => {
    const box = createSealedBox([oldKey]);
    const sealed = box.seal('secret', 'avatar:1001:endpoint-key');
    expect(() => box.open(sealed, 'avatar:1002:endpoint-key')).toThrow(SealError);
  });

  it('notices a change to any character of what was sealed', () => {
    const box = createSealedBox([oldKey]);
    const sealed = box.seal('secret', 'here');
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      // The last character of base64 may contain unused bits.
      const meansTheSame =
        at > 11 &&
        Buffer.from(changed.slice(12), 'base64url').equals(Buffer.from(sealed.slice(12), 'base64url'));
      if (!meansTheSame) expect(() => box.open(changed, 'here')).toThrow(SealError);
    }
  });

  it.each(['', 's1', 's1.abc', 'plain text', 's2.00000000.AAAA', 's1..', 's1.00000000.'])(
    'does not open "%s"',
    (text) => {
      expect(() => createSealedBox([oldKey]).open(text, 'here')).toThrow(SealError);
    },
  );

  it('does not open what was cut short', () => {
    const box = createSealedBox([oldKey]);
    const sealed = box.seal('secret', 'here');
    for (const length of [13, 20, 30, sealed.length - 4]) {
      expect(() => box.open(sealed.slice(0, length), 'here')).toThrow(SealError);
    }
  });

  it('does not open under another key, and the error contains no key', () => {
    const sealed = createSealedBox([oldKey]).seal('secret', 'here');
    const opening = () => createSealedBox([newKey]).open(sealed, 'here');
    expect(opening).toThrow(/not in the ring/);
    expect(opening).not.toThrow(new RegExp(newKey.toString('hex')));
  });

  it('opens what an older key of the ring sealed, and calls it stale', () => {
    const sealed = createSealedBox([oldKey]).seal('secret', 'here');
    const rotated = createSealedBox([newKey, oldKey]);
    expect(rotated.open(sealed, 'here')).toBe('secret');
    expect(rotated.isStale(sealed)).toBe(true);
  });

  it('seals under the first key of the ring, so that the older one can go', () => {
    const sealed = createSealedBox([newKey, oldKey]).seal('secret', 'here');
    const later = createSealedBox([newKey]);
    expect(later.open(sealed, 'here')).toBe('secret');
    expect(later.isStale(sealed)).toBe(false);
  });

  it('cannot be made without a key', () => {
    expect(() => createSealedBox([])).toThrow(SealError);
  });
});
