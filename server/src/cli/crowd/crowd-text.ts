import { type CrowdReport, crowdSentence, type StepResult, verdictWords } from '../../rehearsal/index.ts';
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
    `${verdictWords[report.verdict]}: ${report.subject}`,
    crowdSentence(report),
    '',
    ...(steps.length === 0 ? [] : [textTable(columns, steps), '']),
    `${visitors} visitors, ${requests} requests, ${seconds} s. This program used up to ${core} of a processor core.`,
  ].join('\n');
}

/** One line for a step, while others follow. */
export const stepText = ({ rate, answered, wholeMs, failures, outcome, reason }: StepResult): string =>
  `${rate} turns/s: ${outcome}${reason === null ? '' : ` (${reason})`}. Answered ${answered}/s, p95 ${ms(wholeMs.p95)}, ${failures} failed.`;
