import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { waitFor } from '../server/src/processes/index.ts';
import { type RunningService, startService, systemTool } from '../server/src/testing/index.ts';
import { temporaryFolder } from '../server/src/testing/temporary-folder.ts';
import { startCustomer } from './testing/customer.ts';
import { isLoud, loudnessOf, meterScript } from './testing/loudness.ts';
import { operatorOf } from './testing/operator.ts';
import { type RecordedPart, record } from './testing/recording.ts';
import { openBrowser, visit } from './testing/visit.ts';

const patience = { limitMs: 40_000, everyMs: 50 };
const plainly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim();

describe('a visitor who speaks', { timeout: 120_000 }, () => {
  let service: RunningService;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    service = await startService();
    folder = await temporaryFolder('ears');
  });
  afterAll(async () => {
    await folder[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  /** A window whose microphone hears this, on the page of this avatar. */
  const hears = async (context: TestContext, avatarId: string, parts: readonly RecordedPart[]) => {
    const chromium = systemTool(context, 'chromium');
    const recording = await record(folder.path, `for-${avatarId}`, parts);
    const browser = await openBrowser(
      chromium,
      `--use-file-for-fake-audio-capture=${recording}%noloop`,
      // Drawing in software takes the time that listening needs.
      '--disable-3d-apis',
    );
    const visited = await visit(browser, `${service.url}/avatar/${avatarId}`, undefined, meterScript);
    return { ...visited, [Symbol.asyncDispose]: () => browser.close() };
  };
  const start = (page: Page) => page.getByRole('button', { name: 'Start talking' }).click();
  const others = (requests: readonly string[]) =>
    requests.filter((url) => !/^(data|blob):/.test(url) && new URL(url).host !== new URL(service.url).host);

  it('is understood, and hears and reads the answer', async (context) => {
    await using customer = await startCustomer(() => 'On Saturday we open at nine.');
    const operator = operatorOf(service);
    const avatarId = await operator.avatar({ name: 'Ada', endpoint: customer.url, greeting: '' });
    await using visited = await hears(context, avatarId, [1_500, 'When do you open on Saturday?', 20_000]);
    const { page } = visited;
    await start(page);

    const chat = await waitFor(async () => customer.heard.find(({ action }) => action === 'CHAT'), patience);
    expect(plainly(chat?.message ?? '')).toBe('when do you open on saturday');

    await page.locator('#captions', { hasText: 'On Saturday we open at nine.' }).waitFor();
    await page.locator('#history li.user', { hasText: /when do you open on saturday/i }).waitFor();
    await page.locator('#history li.avatar', { hasText: 'On Saturday we open at nine.' }).waitFor();
    const loud = await waitFor(async () => {
      const found = (await loudnessOf(page)).filter(isLoud);
      return found.length > 20 ? found : undefined;
    }, patience);
    expect(loud).toBeDefined();

    await page.getByRole('button', { name: 'Hang up' }).click();
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, patience);
    const { transcript } = (await operator.call('GET', `/operator/sessions/${chat?.sessionId}`)) as {
      transcript: { speaker: string; message: string }[];
    };
    expect(transcript.map(({ speaker, message }) => [speaker, plainly(message)])).toEqual([
      ['user', 'when do you open on saturday'],
      ['avatar', 'on saturday we open at nine'],
    ]);
    expect(others(visited.requests)).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });
});
