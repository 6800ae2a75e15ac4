import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { problemLines } from './problem-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a flood of problems is one line a second, and their number', () => {
  const printed: string[] = [];
  const show = problemLines((text) => printed.push(text));
  show('Ada could not answer: it is away.');
  for (let i = 0; i < 500; i += 1) show('Ben could not answer: it is away.');
  vi.advanceTimersByTime(1_000);
  show('Cleo could not answer: it is away.');
  vi.advanceTimersByTime(5_000);
  expect(printed).toEqual([
    'Ada could not answer: it is away.\n',
    '… and 500 more like this.\n',
    'Cleo could not answer: it is away.\n',
  ]);
});
