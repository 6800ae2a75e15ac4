import { describe, expect, it } from 'vitest';
import { startDemoEndpoint } from '../../demo-endpoint/index.ts';
import { freePort, isRunByName } from '../../testing/index.ts';
import { withGrade } from '../report.ts';
import { reportText } from '../report-text.ts';
import { endpointFaults } from '../testing/endpoint-faults.ts';
import { type EndpointParts, endpointKey, ok, remindMe, startEndpoint } from '../testing/good-endpoint.ts';
import { checkEndpoint, type EndpointCheckOptions } from './check-endpoint.ts';
import { endpointCheckTexts } from './checks.ts';

const usual: Omit<EndpointCheckOptions, 'url'> = {
  key: endpointKey,
  chatTimeoutMs: 10_000,
  callbackMessage: remindMe,
  only: null,
  callbacks: { publicUrl: null, port: 0 },
};

const runs = isRunByName ? 20 : 2;

async function reportOf(parts: Partial<EndpointParts> = {}, changes: Partial<typeof usual> = {}) {
  await using endpoint = await startEndpoint(parts);
  return await checkEndpoint({ ...usual, ...changes, url: endpoint.url });
}
const namesOf = (
  report: Awaited<ReturnType<typeof reportOf>>,
  grade: 'failed' | 'warning' | 'not applicable',
) => withGrade(report.checks, grade).map(({ name }) => name);

describe('the check of an endpoint', () => {
  it('[CF1] a good endpoint passes every check that applies', async () => {
    const report = await reportOf();
    expect(reportText(report)).toMatch(/^GOOD/);
    expect(report.verdict).toBe('good');
    expect(namesOf(report, 'warning')).toEqual([]);
    expect(namesOf(report, 'not applicable')).toEqual(['streamed-reply', 'address']);
    expect(report.checks.map(({ name }) => name)).toEqual(Object.keys(endpointCheckTexts));
  });

  it.each(endpointFaults)('[CF2] [CF3] finds an endpoint that $what', async ({ foundBy, says, broken }) => {
    const report = await reportOf(broken());
    expect(namesOf(report, 'failed')).toEqual([foundBy]);
    const [first = '', second = ''] = reportText(report).split('\n');
    expect(first).toMatch(`FAILED: ${foundBy}`);
    expect(second).toMatch(says);
  });

  it('[CF2] has a broken endpoint for nearly every check', () => {
    const found = new Set<string>(endpointFaults.map(({ foundBy }) => foundBy));
    const others = Object.keys(endpointCheckTexts).filter((name) => !found.has(name));
    expect(others).toEqual(['address', 'answer-time', 'answer-form']);
    expect(endpointFaults.length).toBeGreaterThanOrEqual(20);
  });

  it('[CF2] gives the same report in several runs, on good and on broken endpoints', async () => {
    const [good, broken] = [
      {},
      endpointFaults.find(({ foundBy }) => foundBy === 'interrupted-turn')?.broken(),
    ];
    for (const parts of [good, broken]) {
      const reports = await Promise.all(Array.from({ length: runs }, () => reportOf(parts)));
      const grades = reports.map(({ checks }) => checks.map(({ name, grade }) => `${name} ${grade}`).join());
      expect(new Set(grades).size).toBe(1);
    }
  });

  it('[CF4] passes an endpoint that uses nothing optional: no stream, no callback, no key', async () => {
    const report = await reportOf({ isAllowed: () => true }, { key: null, callbackMessage: null });
    expect(report.verdict).toBe('good');
    expect(namesOf(report, 'not applicable')).toEqual(
      expect.arrayContaining(['wrong-key', 'missing-key', 'callback', 'callback-after-logout']),
    );
  });

  it('[CF4] passes an endpoint that streams', async () => {
    const events = (...data: object[]) => data.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    const report = await reportOf({
      answer: (body, reply) => ({
        status: 200,
        type: 'text/event-stream; charset=utf-8',
        body: events({ reply }, ok(body).body as object),
      }),
    });
    expect(namesOf(report, 'failed')).toEqual([]);
    expect(namesOf(report, 'not applicable')).not.toContain('streamed-reply');
  });

  it('[CF5] warns about what a session survives, and is still good', async () => {
    const report = await reportOf({
      finish: (answered) => ({ ...answered, type: 'text/plain' }),
      refuse: () => ({ status: 500, body: 'Internal Server Error' }),
    });
    expect(report.verdict).toBe('good');
    expect(namesOf(report, 'warning')).toEqual(['malformed-body', 'unknown-action', 'answer-form']);
  });

  it('[CF6] could not be tried if nothing answers at the address', async () => {
    const gone = await startEndpoint();
    await gone[Symbol.asyncDispose]();
    const report = await checkEndpoint({ ...usual, url: gone.url });
    expect(report.verdict).toBe('untried');
    expect(reportText(report)).toMatch(/^COULD NOT BE TRIED: .*\n {2}login: Could not reach your endpoint/);
  });

  it('[CF2] tries nothing more after a request that ended the server', async () => {
    const endpoint = await startEndpoint({
      refuse: () => {
        void endpoint[Symbol.asyncDispose]();
        return null;
      },
    });
    const report = await checkEndpoint({ ...usual, url: endpoint.url });
    expect(namesOf(report, 'failed')).toEqual(['malformed-body']);
    expect(reportText(report)).toContain('nothing answers any more after malformed-body');
  });

  it('[CF7] a key that is part of many words hides none of them', async () => {
    await using endpoint = await startEndpoint({ isAllowed: () => true, reply: () => 7 });
    const shown = reportText(await checkEndpoint({ ...usual, key: 'k', url: endpoint.url }));
    expect(shown).toContain('Authorization: [hidden]');
    expect(shown).toContain('"status":"OK"');
  });

  it('[CF7] shows no secret, even if the endpoint echoes it', async () => {
    const report = await reportOf({
      answer: (body) => ok(body, { status: `no ${endpointKey}`, authorization: `Bearer ${endpointKey}` }),
    });
    const shown = JSON.stringify(report) + reportText(report);
    expect(report.verdict).toBe('faulty');
    expect(shown).toContain('[hidden]');
    expect(shown).not.toContain(endpointKey);
    expect(
      (await checkEndpoint({ ...usual, url: 'http://127.0.0.1:9/?code=s3cret', only: ['login'] })).subject,
    ).toBe('http://127.0.0.1:9/?code=hidden');
  });

  it('[CF1] an endpoint elsewhere calls back to the address that was given', async () => {
    const port = await freePort();
    const publicUrl = `http://localhost:${port}/through/a/tunnel`;
    const report = await reportOf({}, { only: ['callback'], callbacks: { publicUrl, port } });
    expect(report.checks).toMatchObject([{ name: 'callback', grade: 'passed' }]);
  });

  it('[CF8] runs only the checks that were asked for', async () => {
    const report = await reportOf({}, { only: ['unicode', 'login'] });
    expect(report.checks.map(({ name }) => name)).toEqual(['login', 'unicode']);
    expect(report.requests).toBe(5);
  });

  it('[CF9] the endpoint of the demo avatar passes', async () => {
    await using demo = await startDemoEndpoint();
    const report = await checkEndpoint({ ...usual, url: demo.url, key: null, callbackMessage: null });
    expect(reportText(report)).toMatch(/^GOOD/);
    expect(namesOf(report, 'warning')).toEqual([]);
  });
});
