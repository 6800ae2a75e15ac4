import { describe, expect, it } from 'vitest';
import { isRunByName } from '../../testing/index.ts';
import { withGrade } from '../report.ts';
import { reportText } from '../report-text.ts';
import {
  goodReceiver,
  type ReceiverParts,
  receiverSecret,
  startWebhookReceiver,
} from '../testing/good-receiver.ts';
import { checkReceiver } from './check-receiver.ts';
import { receiverCheckTexts } from './checks.ts';

type Name = keyof typeof receiverCheckTexts;

async function reportOf(parts: Partial<ReceiverParts> = {}, secret: string | null = receiverSecret) {
  await using receiver = await startWebhookReceiver(parts);
  return await checkReceiver({ url: receiver.url, secret, headers: {}, only: null });
}
const runs = isRunByName ? 20 : 3;

const namesOf = (
  report: Awaited<ReturnType<typeof reportOf>>,
  grade: 'failed' | 'warning' | 'not applicable',
) => withGrade(report.checks, grade).map(({ name }) => name);

const faults: readonly [string, Name, Partial<ReceiverParts>][] = [
  ['answers with an error', 'delivery', { handle: () => 500 }],
  ['answers with a redirect', 'delivery', { handle: () => 302 }],
  [
    'signs the body after parsing and writing it again',
    'delivery',
    { signed: (body) => JSON.stringify(JSON.parse(String(body)), null, 1) },
  ],
  ['refuses an event that it knows', 'repeated-event', { isKnown: 409 }],
  ['takes any signature', 'wrong-signature', { isRight: () => true }],
  ['checks the signature only if there is one', 'unsigned', { unsigned: 200 }],
  [
    'takes the header for one signature',
    'two-signatures',
    { signatures: (header) => (header === undefined ? null : [header]) },
  ],
  [
    'looks only at the first signature',
    'two-signatures',
    { signatures: (header) => header?.split(' ').slice(0, 1) ?? null },
  ],
  [
    'refuses an event that it does not use',
    'every-event',
    { handle: ({ name }) => (name === 'notification' ? 422 : 200) },
  ],
  [
    'refuses events that it does not know',
    'unknown-event',
    { handle: ({ name }) => (name === 'added:later' ? 400 : 200) },
  ],
  ['signs decoded text', 'unicode', { signed: (body) => body.toString('latin1') }],
  ['takes at most 1 MB', 'big-event', { maxBytes: 1_000_000 }],
  ['serves one request at a time', 'parallel-events', { most: 1 }],
];

describe('the check of a webhook’s receiver', () => {
  it('[CF11] a good receiver passes every check', async () => {
    const report = await reportOf();
    expect(reportText(report)).toMatch(/^GOOD/);
    expect(report.checks.map(({ grade }) => grade)).toEqual(report.checks.map(() => 'passed'));
    expect(report.checks.map(({ name }) => name)).toEqual(Object.keys(receiverCheckTexts));
  });

  it.each(faults)('[CF2] [CF11] finds a receiver that %s', async (_what, foundBy, parts) => {
    const report = await reportOf(parts);
    expect(namesOf(report, 'failed')).toEqual([foundBy]);
    expect(reportText(report).split('\n')[0]).toMatch(`FAILED: ${foundBy}`);
  });

  it('[CF12] warns about old timestamps: refusing them is advised, not required', async () => {
    const report = await reportOf({ isOld: () => false });
    expect(report.verdict).toBe('good');
    expect(namesOf(report, 'warning')).toEqual(['old-timestamp']);
  });

  it('[CF12] without a secret, events are not signed and signatures are not tried', async () => {
    const report = await reportOf({ unsigned: 200 }, null);
    expect(report.verdict).toBe('good');
    expect(namesOf(report, 'not applicable')).toEqual([
      'wrong-signature',
      'unsigned',
      'old-timestamp',
      'two-signatures',
    ]);
  });

  it('[CF6] could not be tried if nothing answers at the address', async () => {
    const gone = await startWebhookReceiver();
    await gone[Symbol.asyncDispose]();
    const report = await checkReceiver({ url: gone.url, secret: null, headers: {}, only: null });
    expect(report.verdict).toBe('untried');
  });

  it('[CF7] shows neither the secret nor a header’s value', async () => {
    await using receiver = await startWebhookReceiver({ handle: () => 500 });
    const headers = { 'x-secret': 'header-value' };
    const report = await checkReceiver({ url: receiver.url, secret: receiverSecret, headers, only: null });
    const shown = JSON.stringify(report) + reportText(report);
    expect(shown).toContain('x-secret: [hidden]');
    expect(shown).not.toContain('header-value');
    expect(shown).not.toContain(receiverSecret);
  });

  it(`[CF2] gives the same report in ${runs} runs`, async () => {
    for (const parts of [{}, { most: goodReceiver.most, isKnown: 409 }]) {
      const reports = await Promise.all(Array.from({ length: runs }, () => reportOf(parts)));
      const grades = reports.map(({ checks }) => checks.map(({ name, grade }) => `${name} ${grade}`).join());
      expect(new Set(grades).size).toBe(1);
    }
  });
});
