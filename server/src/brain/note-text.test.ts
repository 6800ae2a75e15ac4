import { describe, expect, it } from 'vitest';
import { bodyExcerpt, firstBytes, hideSecrets } from './note-text.ts';

describe('the stored part of a body', () => {
  it('[BR3] is cut between characters', () => {
    expect(firstBytes('aé€😀', 10)).toBe('aé€😀');
    expect(firstBytes('aé€😀', 9)).toBe('aé€');
    expect(firstBytes('aé€😀', 5)).toBe('aé');
    expect(firstBytes('aé€😀', 2)).toBe('a');
  });

  it('[BR3] can be stored: no NUL, no unpaired surrogate', () => {
    expect(firstBytes('a\0b\ud83dc', 10)).toBe('abc');
  });

  it('[BR3] contains no secret, not even one that the cut would split', () => {
    expect(hideSecrets('key k1, token t1, k1', ['k1', null, '', 't1'])).toBe(
      'key [hidden], token [hidden], [hidden]',
    );
    const excerpt = bodyExcerpt(`${'x'.repeat(4_090)}secret-key`, ['secret-key']);
    expect(excerpt).toBe(`${'x'.repeat(4_090)}[hidde`);
  });
});
