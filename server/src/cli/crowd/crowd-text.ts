import type { CrowdReport, StepResult } from '../../rehearsal/index.ts';
import { type Columns, textTable } from '../table.ts';

const ms = (value: number | null) => (value === null ? '-' : `${Math.round(value)} ms`);

const columns: Columns<StepResult> = {
  'TURNS/S': 'rate',
  ANSWERED: 'answered',
  P50: ({ wholeMs }) => ms(wholeMs.p50),
  P95: ({ wholeMs }) => ms(wholeMs.p95),
  P99: ({ wholeMs }) => ms(wholeMs.p99),
  'FIRST P95': ({ firstMs }) => ms(firstMs.p95),
  FAILED: ({ failures, turns }) => `${failures} of ${turns}`,
  QUEUE: ({ queue: { first, last } }) => `${Math.round(first)} to ${Math.round(last)}`,
  SESSIONS: 'sessions',
  RESULT: ({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`),
};

/** The report for a person: the answer first, then every step. */
export function crowdText(report: CrowdReport): string {
  const { steps, seconds, visitors, requests } = report;
  const core = Math.max(0, ...steps.map(({ generator }) => generator.core));
  return [
    crowdHeadline(report),
    '',
    ...(steps.length === 0 ? [] : [textTable(columns, steps), '']),
    `${visitors} visitors, ${requests} requests, ${seconds} s. This program used up to ${core} of a processor core.`,
  ].join('\n');
}

/** One line for a step, while others follow. */
export const stepText = ({ rate, answered, wholeMs, failures, outcome, reason }: StepResult): string =>
  `${rate} turns/s: ${outcome}${reason === null ? '' : ` (${reason})`}. Answered ${answered}/s, p95 ${ms(wholeMs.p95)}, ${failures} failed.`;

export function crowdHeadline({ subject, verdict, problem, knee, asked }: CrowdReport): string {
  const best =
    knee === null ? 'No rate was carried.' : `Carried so far: ${knee.turnsPerSecond} turns a second.`;
  switch (verdict) {
    case 'carried':
      return `CARRIED: ${knee?.turnsPerSecond} turns a second${asked.rate === null ? ', all that was asked for' : ''}: ${subject}`;
    case 'knee':
      return `KNEE: ${knee?.turnsPerSecond} turns a second; it bends at ${knee?.bendsAt}: ${subject}`;
    case 'bent':
      return `BENT: ${problem}: ${subject}`;
    case 'untried':
      return `COULD NOT BE TRIED: ${subject}\n${problem}`;
    case 'failed':
      return `FAILED: ${subject}\nThe crowd stopped: ${problem} ${best}`;
    case 'limited':
      return `NOT FINISHED: ${problem}. ${best} ${subject}`;
    case 'stopped':
      return `STOPPED. ${best} ${subject}`;
  }
}
