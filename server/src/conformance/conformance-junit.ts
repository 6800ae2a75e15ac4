import { junitXml } from '../rehearsal/index.ts';
import type { CheckResult, Report } from './report.ts';

const outcomes = {
  passed: 'passed',
  warning: 'passed',
  failed: 'failed',
  'not applicable': 'skipped',
} as const;

/** The report as JUnit XML. A warning is a passed test with output. */
export const reportJunit = (suite: string, { checks, seconds }: Report): string =>
  junitXml(
    suite,
    seconds,
    checks.map((check) => ({
      name: check.name,
      outcome: outcomes[check.grade],
      message: check.problem ?? '',
      body: check.grade === 'passed' ? '' : bodyOf(check),
    })),
  );

const bodyOf = ({ problem, evidence, contract, mend }: CheckResult): string =>
  [
    problem,
    ...(evidence === null ? [] : [`Sent:\n${evidence.sent}`, `Came:\n${evidence.came}`]),
    `Contract: ${contract}`,
    `Mend: ${mend}`,
  ].join('\n\n');
