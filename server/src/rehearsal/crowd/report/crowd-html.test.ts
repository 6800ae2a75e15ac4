import { describe, expect, it } from 'vitest';
import type { StepResult } from '../load/judge-step.ts';
import { crowdHtml } from './crowd-html.ts';
import { crowdReport } from './crowd-report.ts';

const times = { p50: 40, p95: 90, p99: 120 };
const step = (rate: number, changes: Partial<StepResult> = {}): StepResult => ({
  rate,
  seconds: 10,
  turns: rate * 10,
  offered: rate,
  answered: rate,
  wholeMs: times,
  firstMs: times,
  failures: 0,
  reasons: [],
  queue: { first: 1, last: 1, most: 3 },
  sessions: 60,
  generator: { core: 0.1, lateP95Ms: 2 },
  outcome: 'carried',
  reason: null,
  ...changes,
});
const plan = {
  rate: null,
  upTo: 200,
  seconds: 10,
  turns: 5,
  thinkingSeconds: 2,
  say: [],
  seed: 1,
  maxSessions: 2_000,
  maxRequests: 200_000,
  p95LimitMs: 400,
};
const bent = step(150, {
  outcome: 'bent',
  reason: 'the queue grew',
  answered: 100,
  wholeMs: { p50: 900, p95: 2_500, p99: 3_000 },
});
const page = (steps: readonly StepResult[], problem: string | null = null) =>
  crowdHtml(
    crowdReport(plan, 'http://localhost:8000/', {
      problem,
      steps,
      startedMs: performance.now(),
      visitors: null,
    }),
    new Date('2026-01-02T03:04:05Z'),
  );

describe('the HTML report of a crowd', () => {
  it('[CW8] tells the knee, draws the curve in the order of the rates and lists every step', () => {
    const html = page([step(100), bent, step(120)]);
    expect(html).toContain('It carries 120 turns a second and bends at 150.');
    expect(html).toContain('>carried: 120</span>');
    expect(html).toContain('limit of p95');
    expect(html).toContain('150 turns/s: bent, 100 answered, p95 2.5 s');
    expect(html.match(/<tr class="(good|bad)">/g)).toHaveLength(3);
    expect(html).toMatch(/<path class="tone-2 dashed" d="M(50|66.67) [\d.]+L(60|80) [\d.]+L(75|100) [\d.]+"/);
    expect(html).not.toContain('Why turns failed');
  });

  it('[CW8] lists why turns failed, and can be made of nothing', () => {
    const failed = step(50, {
      outcome: 'failed',
      reason: '9 of the last 10 turns failed: <b>No.</b>',
      failures: 9,
      reasons: [{ reason: '<b>No.</b>', turns: 9 }],
    });
    const html = page([failed]);
    expect(html).toContain(
      'The crowd stopped because 9 of the last 10 turns failed: &lt;b&gt;No.&lt;/b&gt;.',
    );
    expect(html).toContain('Why turns failed');
    expect(html).not.toContain('<b>');
    expect(page([], 'It did not answer.')).toContain('so no crowd came: It did not answer.');
  });
});
