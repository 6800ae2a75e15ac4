export type JunitCase = {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped; for a passed one empty. */
  readonly message: string;
  /** Everything there is to say; empty if nothing. */
  readonly body: string;
};

/** JUnit XML, which CI systems show. */
export function junitXml(suite: string, seconds: number, cases: readonly JunitCase[]): string {
  const count = (outcome: JunitCase['outcome']) => cases.filter((each) => each.outcome === outcome).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(suite)}" tests="${cases.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}" time="${seconds}">`,
    ...cases.map((each) => testCase(suite, each)),
    '</testsuite>',
    '',
  ].join('\n');
}

function testCase(suite: string, { name, outcome, message, body }: JunitCase): string {
  const open = `  <testcase classname="${escaped(suite)}" name="${escaped(name)}"`;
  switch (outcome) {
    case 'passed':
      return body === '' ? `${open}/>` : `${open}><system-out>${escaped(body)}</system-out></testcase>`;
    case 'skipped':
      return `${open}><skipped message="${escaped(message)}"/></testcase>`;
    case 'failed':
      return `${open}><failure message="${escaped(message)}">${escaped(body)}</failure></testcase>`;
  }
}

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
