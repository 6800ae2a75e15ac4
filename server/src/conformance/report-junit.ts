import type { CheckResult, Report } from './report.ts';
import { withGrade } from './report.ts';

/** The report as JUnit XML, which CI systems show. A warning is a passed test with output. */
export function reportJunit(suite: string, { checks, seconds }: Report): string {
  const count = (grade: CheckResult['grade']) => withGrade(checks, grade).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(suite)}" tests="${checks.length}" failures="${count('failed')}" errors="0" skipped="${count('not applicable')}" time="${seconds}">`,
    ...checks.map((check) => testCase(suite, check)),
    '</testsuite>',
    '',
  ].join('\n');
}

function testCase(suite: string, check: CheckResult): string {
  const { name, grade, problem } = check;
  const open = `  <testcase classname="${escaped(suite)}" name="${escaped(name)}"`;
  const message = escaped(problem ?? '');
  switch (grade) {
    case 'passed':
      return `${open}/>`;
    case 'not applicable':
      return `${open}><skipped message="${message}"/></testcase>`;
    case 'warning':
      return `${open}><system-out>${escaped(bodyOf(check))}</system-out></testcase>`;
    case 'failed':
      return `${open}><failure message="${message}">${escaped(bodyOf(check))}</failure></testcase>`;
  }
}

const bodyOf = ({ problem, evidence, contract, mend }: CheckResult): string =>
  [
    problem,
    ...(evidence === null ? [] : [`Sent:\n${evidence.sent}`, `Came:\n${evidence.came}`]),
    `Contract: ${contract}`,
    `Mend: ${mend}`,
  ].join('\n\n');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** XML has no way to write most control characters. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
