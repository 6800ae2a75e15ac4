import type { Evidence } from '../rehearsal/index.ts';
import { type CheckResult, type Report, withGrade } from './report.ts';

/** The report for a person. Its first three lines name the faults. */
export function reportText(report: Report): string {
  const { checks } = report;
  const faults = withGrade(checks, 'failed');
  const warnings = withGrade(checks, 'warning');
  const rest = checks.filter((check) => !faults.includes(check) && !warnings.includes(check));
  const width = Math.max(...checks.map(({ name }) => name.length));
  return [
    headline(report, faults, warnings),
    ...faults.slice(0, 2).map(({ name, problem }) => `  ${name}: ${oneLine(problem ?? '')}`),
    '',
    ...[...faults, ...warnings].flatMap(details),
    ...rest.map(
      ({ grade, name, about, problem }) => `${grade.padEnd(14)}  ${name.padEnd(width)}  ${problem ?? about}`,
    ),
    '',
    `${report.requests} requests in ${report.seconds} s.`,
  ].join('\n');
}

function headline(
  { subject, verdict, checks }: Report,
  faults: readonly CheckResult[],
  warnings: readonly CheckResult[],
): string {
  const names = (found: readonly CheckResult[]) => found.map(({ name }) => name).join(', ');
  if (verdict === 'untried') return `COULD NOT BE TRIED: ${subject}`;
  if (verdict === 'faulty')
    return `FAILED: ${names(faults)} (${faults.length} of ${checks.length} checks): ${subject}`;
  const count = `${withGrade(checks, 'passed').length} of ${checks.length} checks passed`;
  return `GOOD: ${count}${warnings.length === 0 ? '' : `, warnings: ${names(warnings)}`}: ${subject}`;
}

const oneLine = (text: string): string => text.replaceAll('\n', ' ');

function details({ grade, name, about, problem, evidence, contract, mend }: CheckResult): string[] {
  return [
    `${grade.toUpperCase()}  ${name}`,
    `  ${about}`,
    `  Problem:  ${problem}`,
    ...(evidence === null ? [] : exchange(evidence)),
    `  Contract: ${contract}`,
    `  Mend:     ${mend}`,
    '',
  ];
}

const exchange = ({ sent, came }: Evidence): string[] => [
  '  Sent:',
  ...indented(sent),
  '  Came:',
  ...indented(came),
];

const indented = (text: string): string[] => text.split('\n').map((line) => `    ${line}`);
