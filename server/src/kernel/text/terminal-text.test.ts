import { expect, it } from 'vitest';
import { terminalText } from './terminal-text.ts';

it('keeps lines and tabs, and shows other control characters as a mark', () => {
  expect(terminalText('one\n\ttwo – drei 日本 👋')).toBe('one\n\ttwo – drei 日本 👋');
  expect(terminalText('\u001b[2Jgone\u0007\r\u009b31m')).toBe('\ufffd[2Jgone\ufffd\ufffd\ufffd31m');
});
