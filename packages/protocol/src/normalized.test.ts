import { expect, test } from 'vitest';
import { normalized } from './normalized.ts';

test('gives the usual forms', () => {
  expect(normalized('e\u0301ﬁ', 'NFC')).toBe('éﬁ');
  expect(normalized('éﬁ', 'NFD')).toBe('e\u0301ﬁ');
  expect(normalized('éﬁ', 'NFKD')).toBe('e\u0301fi');
  expect(normalized('a\u0301\u0316', 'NFC')).toBe('\u00e1\u0316');
});

test('leaves out marks after the 30th in a row', () => {
  expect(normalized(`a${'\u0316'.repeat(100)}b\u0316`, 'NFD')).toBe(`a${'\u0316'.repeat(30)}b\u0316`);
});
