import { expect, it } from 'vitest';
import { problemOf } from './turn-problem.ts';

const failed = (detail: Record<string, unknown> | null) => problemOf({ outcome: 'failed', detail });
const http500 = 'Your endpoint answered CHAT with HTTP 500.';

it('is the reason, and the start of what the other server answered', () => {
  expect(failed({ problem: http500, body: 'out of\n memory' })).toBe(`${http500} It answered: out of memory`);
  expect(failed({ problem: http500, body: 'x'.repeat(500) })).toBe(
    `${http500} It answered: ${'x'.repeat(200)}…`,
  );
  expect(failed({ problem: http500, body: '' })).toBe(http500);
});

it('says a message once', () => {
  const problem = 'Your endpoint answered CHAT with a status other than "OK": no credit.';
  expect(failed({ problem, statusMessage: 'no credit', body: '{"status":"ERROR"}' })).toBe(problem);
});

it('is null without a failure', () => {
  expect(problemOf({ outcome: 'answered', detail: null })).toBeNull();
  expect(failed(null)).toBe('The reason was not recorded.');
});
