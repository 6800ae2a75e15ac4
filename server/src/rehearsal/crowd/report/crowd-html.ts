import { html, type Markup } from '../../../kernel/index.ts';
import { type LineChart, lineChart, type Series } from '../../report/html/line-chart.ts';
import { type Fact, reportPage } from '../../report/html/report-page.ts';
import { type ReportColumn, reportTable } from '../../report/html/report-table.ts';
import type { StepResult } from '../load/judge-step.ts';
import type { CrowdReport } from './crowd-report.ts';
import { crowdSentence } from './crowd-sentence.ts';

/** The report as one page, with the curve. */
export const crowdHtml = (report: CrowdReport, madeAt: Date): string =>
  reportPage({
    title: `How much ${report.subject} carries`,
    lead: crowdSentence(report),
    facts: factsOf(report),
    sections: [
      { heading: 'The curve', body: html`${timeChart(report)}${answeredChart(report)}` },
      { heading: 'Every rate, as it was tried', body: stepTable(report.steps) },
      ...failureSection(report.steps),
      { heading: 'What was asked for', body: html`<p>${askedText(report)}</p>` },
    ],
    madeAt,
  });

const timeText = (ms: number | null): string => {
  if (ms === null) return '–';
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 10) / 100} s`;
};

function factsOf({ knee, steps, visitors, seconds }: CrowdReport): readonly Fact[] {
  const best = steps.findLast(({ outcome, rate }) => outcome === 'carried' && rate === knee?.turnsPerSecond);
  const failures = steps.reduce((sum, step) => sum + step.failures, 0);
  const bends = knee?.bendsAt == null ? '' : `It bends at ${knee.bendsAt}.`;
  return [
    {
      name: 'Carried turns a second',
      value: String(knee?.turnsPerSecond ?? 0),
      note: bends,
      is: knee === null ? 'bad' : 'good',
    },
    {
      name: 'p95 at this rate',
      value: timeText(best?.wholeMs.p95 ?? null),
      note: `First sentence: ${timeText(best?.firstMs.p95 ?? null)}`,
    },
    { name: 'Failed turns', value: String(failures), is: failures > 0 ? 'bad' : undefined },
    { name: 'Visitors', value: String(visitors), note: `${seconds} s in all` },
  ];
}

const marked = ({ knee }: CrowdReport): Pick<LineChart, 'mark'> => ({
  mark: knee === null ? undefined : { x: knee.turnsPerSecond, name: `carried: ${knee.turnsPerSecond}` },
});

/** The steps in the order of their rates, with what a pointer shows. */
const pointsOf = (steps: readonly StepResult[], y: (step: StepResult) => number | null) =>
  steps
    .toSorted((a, b) => a.rate - b.rate)
    .flatMap((step) => {
      const value = y(step);
      if (value === null) return [];
      const { rate, wholeMs, answered, outcome } = step;
      return [
        {
          x: rate,
          y: value,
          label: `${rate} turns/s: ${outcome}, ${answered} answered, p95 ${timeText(wholeMs.p95)}`,
        },
      ];
    });

function timeChart(report: CrowdReport): Markup {
  const { steps, asked } = report;
  const series = (
    name: string,
    tone: Series['tone'],
    line: Series['line'],
    share: 'p50' | 'p95' | 'p99',
  ): Series => ({
    name,
    tone,
    line: line ?? 'solid',
    points: pointsOf(steps, ({ wholeMs }) => wholeMs[share]),
  });
  return lineChart({
    caption: 'Time from when a turn was due to the end of its answer',
    x: { title: 'turns a second' },
    y: { title: 'time', scale: 'log', format: timeText },
    series: [
      series('p50', 1, 'solid', 'p50'),
      series('p95', 2, 'dashed', 'p95'),
      series('p99', 3, 'dotted', 'p99'),
    ],
    limit: asked.p95LimitMs === null ? undefined : { y: asked.p95LimitMs, name: 'limit of p95' },
    ...marked(report),
  });
}

const answeredChart = (report: CrowdReport): Markup =>
  lineChart({
    caption: 'Turns that were answered in a second, of those that came',
    x: { title: 'turns a second' },
    y: { title: 'answered a second' },
    series: [
      { name: 'came', tone: 4, line: 'dotted', points: pointsOf(report.steps, ({ offered }) => offered) },
      { name: 'answered', tone: 1, points: pointsOf(report.steps, ({ answered }) => answered) },
    ],
    ...marked(report),
  });

const columns: readonly ReportColumn<StepResult>[] = [
  { heading: 'Turns a second', cell: ({ rate }) => rate, isNumber: true },
  { heading: 'Answered', cell: ({ answered }) => answered, isNumber: true },
  { heading: 'p50', cell: ({ wholeMs }) => timeText(wholeMs.p50), isNumber: true },
  { heading: 'p95', cell: ({ wholeMs }) => timeText(wholeMs.p95), isNumber: true },
  { heading: 'p99', cell: ({ wholeMs }) => timeText(wholeMs.p99), isNumber: true },
  { heading: 'First sentence p95', cell: ({ firstMs }) => timeText(firstMs.p95), isNumber: true },
  { heading: 'Failed', cell: ({ failures, turns }) => `${failures} of ${turns}`, isNumber: true },
  {
    heading: 'Queue',
    cell: ({ queue }) => `${Math.round(queue.first)} to ${Math.round(queue.last)}`,
    isNumber: true,
  },
  { heading: 'Sessions', cell: ({ sessions }) => sessions, isNumber: true },
  { heading: 'Result', cell: ({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`) },
];

const stepTable = (steps: readonly StepResult[]): Markup =>
  reportTable(
    'The queue is the turns that were due and not answered, on average in the first and in the last third.',
    columns,
    steps,
    ({ outcome }) => (outcome === 'carried' ? 'good' : 'bad'),
  );

function failureSection(steps: readonly StepResult[]) {
  const rows = steps.flatMap(({ rate, reasons }) => reasons.map((entry) => ({ rate, ...entry })));
  if (rows.length === 0) return [];
  const reasonColumns: readonly ReportColumn<(typeof rows)[number]>[] = [
    { heading: 'Turns a second', cell: ({ rate }) => rate, isNumber: true },
    { heading: 'Turns', cell: ({ turns }) => turns, isNumber: true },
    { heading: 'Reason', cell: ({ reason }) => reason },
  ];
  return [
    {
      heading: 'Why turns failed',
      body: reportTable('The most frequent reasons at each rate.', reasonColumns, rows),
    },
  ];
}

function askedText({ asked, requests, steps }: CrowdReport): string {
  const { rate, upTo, seconds, turns, thinkingSeconds, seed, maxSessions, maxRequests } = asked;
  const core = Math.max(0, ...steps.map(({ generator }) => generator.core));
  return `${rate === null ? `Up to ${upTo}` : rate} turns a second, each rate for ${seconds} s, ${turns} turns a visitor on average and ${thinkingSeconds} s
to think between them, seed ${seed}. At most ${maxSessions} sessions at once and ${maxRequests} requests; ${requests} were sent. The crowd itself used up to ${core} of a processor core.`;
}
