import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import {
  pollOptions,
  type RunningService,
  startService,
  systemTool,
} from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { fewFrames, openBrowser, seriousFindings, visit } from '../testing/visit.ts';

describe('the avatar’s page', () => {
  let service: RunningService;
  let browser: Browser | undefined;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  const pageOf = async (context: TestContext, avatarId: string, query = '') => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    return await visit(browser, `${service.url}/avatar/${avatarId}${query}`, undefined, fewFrames);
  };

  it('greets, answers what is typed, speaks first by callback, hangs up with a LOGOUT, and offers no transcript', async (context) => {
    await using customer = await startCustomer(
      (message) => `You asked about ${message}. Here is the answer.`,
    );
    const avatarId = await operatorOf(service).avatar({
      name: 'Ada',
      endpointUrl: customer.url,
      greeting: 'Welcome!',
    });
    await using visited = await pageOf(context, avatarId);
    const { page } = visited;
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByText('Welcome!').first().waitFor();

    await page.getByLabel('Your message').fill('tides');
    await page.keyboard.press('Enter');
    await page.getByText('You asked about tides.').first().waitFor();
    expect(customer.heard.map(({ action }) => action)).toEqual(['LOGIN', 'CHAT']);
    expect(customer.heard[1]?.message).toBe('tides');

    expect(await customer.callBack('Your order has shipped.')).toBe(200);
    await page.getByText('Your order has shipped.').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const transcript = page.getByRole('button', { name: 'Download transcript' });
    expect(await transcript.count()).toBe(0);

    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('The call has ended.').waitFor();
    expect(await transcript.count()).toBe(0);
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, pollOptions);
    expect(visited.complaints).toEqual([]);
    expect(
      visited.requests.filter((url) => !new URL(url).host.startsWith(new URL(service.url).host)),
    ).toEqual([...visited.requests.filter((url) => url.startsWith('data:'))]);
  });

  it('says before a call is offered that the token was used', async (context) => {
    const operator = operatorOf(service);
    const avatarId = await operator.avatar({ name: 'Private', private: true });
    const jwt = await operator.token(avatarId);
    await using first = await pageOf(context, avatarId, `?token=${jwt}&micOff`);
    await first.page.getByRole('button', { name: 'Start talking' }).click();
    await first.page.getByLabel('Your message').waitFor();
    await using second = await pageOf(context, avatarId, `?token=${jwt}&micOff`);
    await second.page.getByText('Each link works for one call.').waitFor();
    expect(await second.page.getByRole('button', { name: 'Start talking' }).count()).toBe(0);
  });

  it('fits a phone, upright and turned, and a wide screen, ready and in a call', async (context) => {
    const sizes = [
      { width: 360, height: 740 },
      { width: 740, height: 360 },
      { width: 1440, height: 900 },
    ];
    const avatarId = await operatorOf(service).avatar({
      name: 'Fitting',
      greeting: 'A greeting that is somewhat longer than others, so that the captions have to wrap.',
    });
    await using visited = await pageOf(context, avatarId, '?micOff');
    const { page } = visited;
    const overflow = () =>
      page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    await page.getByRole('button', { name: 'Start talking' }).waitFor();
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await overflow(), `${size.width} by ${size.height}`).toBe(0);
      expect(await seriousFindings(page), `${size.width} by ${size.height}`).toEqual([]);
    }
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByRole('button', { name: 'Hang up' }).waitFor();
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await overflow(), `${size.width} by ${size.height}, in a call`).toBe(0);
    }
    expect(visited.complaints).toEqual([]);
  });
});
