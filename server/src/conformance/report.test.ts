import { describe, expect, it } from 'vitest';
import { reportJunit } from './conformance-junit.ts';
import { CannotTry, failed, notApplicable, passed, warning } from './finding.ts';
import { type Report, verdictOf } from './report.ts';
import { reportText } from './report-text.ts';
import { runChecks } from './run-checks.ts';

const text = { about: 'What is sent.', contract: 'What must come.', mend: 'What to change.' };
const evidence = { sent: 'POST http://a.example/\n\n{"a":1}', came: 'HTTP 500\n\n<b>\u0000 & "no"</b>' };
const checks = [
  { name: 'one', ...text, ...passed },
  { name: 'two', ...text, ...failed('It broke & <fell>.', evidence) },
  { name: 'three', ...text, ...warning('It is odd.', null) },
  { name: 'four', ...text, ...notApplicable('There is no such thing.') },
];
const report: Report = { subject: 'http://a.example/', verdict: 'faulty', requests: 7, seconds: 1.5, checks };

describe('reports', () => {
  it('[CF3] name the fault first, then what was sent, what came, the contract and how to mend it', () => {
    expect(reportText(report)).toBe(`FAILED: two (1 of 4 checks): http://a.example/
  two: It broke & <fell>.

FAILED  two
  What is sent.
  Problem:  It broke & <fell>.
  Sent:
    POST http://a.example/
    
    {"a":1}
  Came:
    HTTP 500
    
    <b>\u0000 & "no"</b>
  Contract: What must come.
  Mend:     What to change.

WARNING  three
  What is sent.
  Problem:  It is odd.
  Contract: What must come.
  Mend:     What to change.

passed          one    What is sent.
not applicable  four   There is no such thing.

7 requests in 1.5 s.`);
  });

  it('[CF10] are JUnit XML, escaped, with one test case for each check', () => {
    const xml = reportJunit('parley check', report);
    expect(xml).toContain(
      '<testsuite name="parley check" tests="4" failures="1" errors="0" skipped="1" time="1.5">',
    );
    expect(xml).toContain('<testcase classname="parley check" name="one"/>');
    expect(xml).toContain('name="two"><failure message="It broke &amp; &lt;fell&gt;.">');
    expect(xml).toContain('&lt;b&gt;\ufffd &amp; &quot;no&quot;&lt;/b&gt;');
    expect(xml).toContain('name="three"><system-out>It is odd.');
    expect(xml).toContain('name="four"><skipped message="There is no such thing."/>');
  });

  it('[CF6] a fault counts even if the rest could not be tried', async () => {
    const verdictAfter = async (...names: readonly ('good' | 'bad' | 'silent' | 'late')[]) => {
      const time = new AbortController();
      const checks = {
        good: async () => passed,
        bad: async () => failed('It broke.', null),
        silent: () => Promise.reject(new CannotTry('Nothing answers.')),
        late: async () => {
          time.abort();
          return failed('It broke.', null);
        },
      };
      const texts = Object.fromEntries(names.map((name) => [name, text]));
      const run = await runChecks(texts, checks, null, {
        ...{ only: null, basic: [], signal: time.signal },
        isReachable: async () => true,
      });
      return verdictOf(run);
    };
    expect(await verdictAfter('good')).toBe('good');
    expect(await verdictAfter('good', 'bad')).toBe('faulty');
    expect(await verdictAfter('silent')).toBe('untried');
    expect(await verdictAfter('good', 'silent')).toBe('untried');
    expect(await verdictAfter('bad', 'silent')).toBe('faulty');
    expect(await verdictAfter('late')).toBe('untried');
    expect(await verdictAfter('bad', 'late')).toBe('faulty');
  });
});
