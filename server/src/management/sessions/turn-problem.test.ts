import { describe, expect, test } from 'vitest';
import { problemOf } from './turn-problem.ts';

const problem = 'Your endpoint answered CHAT with HTTP 500.';

describe('why a turn failed', () => {
  test.each([
    [
      'what went wrong and the start of the answer',
      'failed',
      { problem, body: 'oh\nno' },
      `${problem} It answered: oh no`,
    ],
    [
      'the status message before the body',
      'failed',
      { problem, statusMessage: 'Busy', body: '{}' },
      `${problem} It answered: Busy`,
    ],
    [
      'a long answer is cut',
      'failed',
      { problem, body: 'x'.repeat(300) },
      `${problem} It answered: ${'x'.repeat(200)}…`,
    ],
    ['an error of the brain', 'failed', { error: 'This avatar has no brain.' }, 'This avatar has no brain.'],
    ['nothing recorded', 'failed', null, 'The reason was not recorded.'],
    ['an answer with a problem', 'answered', { problem }, problem],
    ['an answer without one', 'answered', { stage: 'answer' }, null],
  ])('%s', (_, outcome, detail, text) => {
    expect(problemOf({ outcome, detail })).toBe(text);
  });
});
