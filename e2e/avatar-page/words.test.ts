import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { type RunningService, startService, systemTool } from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { openBrowser, seriousFindings, visit } from '../testing/visit.ts';

/** How many pixels the face is beside the middle of the stage. */
const offCentre = `{
  const middle = (element) => {
    const { left, right } = element.getBoundingClientRect();
    return (left + right) / 2;
  };
  Math.abs(middle(document.querySelector('[data-part=portrait] > :last-child')) - middle(document.getElementById('stage')));
}`;

describe('the words of the avatar’s page', () => {
  let service: RunningService;
  let browser: Browser | undefined;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  const open = async (context: TestContext, path: string, width = 390) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    return await visit(browser, `${service.url}/avatar/${path}`, { width, height: 800 }, withoutWebgl);
  };

  /** Waits until the avatar is silent. A call that ends earlier keeps only the words that were heard. */
  const silence = (page: Page) =>
    page.locator('#status', { hasText: 'Speaking' }).waitFor({ state: 'hidden' });

  it('are in one bubble for each reply, which can be read and copied after the call', async (context) => {
    await using customer = await startCustomer(
      (message) => `You said ${message}. Here is more. That is all.`,
    );
    const avatarId = await operatorOf(service).avatar({ name: 'Ada', endpointUrl: customer.url });
    await using visited = await open(context, `${avatarId}?micOff`);
    const { page } = visited;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByLabel('Your message').fill('tides');
    await page.keyboard.press('Enter');
    const reply = page.locator('#history .avatar:not(.thinking)');
    await reply.getByText('You said tides. Here is more. That is all.').waitFor();
    expect(await reply.count()).toBe(1);
    await silence(page);
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('The call has ended.').waitFor();
    expect(await reply.isVisible()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Copy the conversation' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      'You: tides\nAvatar: You said tides. Here is more. That is all.',
    );
    expect(visited.complaints).toEqual([]);
  });

  it('are formatted in the bubble and plain elsewhere; the page shows the time left and asks for a rating after the call', async (context) => {
    await using customer = await startCustomer(
      () =>
        '**Two** plans, see [the list](https://a.example/x) or [this](javascript:alert(1)):\n- `Basic` <svc-background color="#ff0000"/>\n- 2 * 3 * 4',
    );
    const operator = operatorOf(service);
    const settings = { askForRating: true, maxSessionDuration: 900 };
    const avatarId = await operator.avatar({ name: 'Ada', endpointUrl: customer.url, ...settings });
    await using visited = await open(context, `${avatarId}?micOff`);
    const { page } = visited;
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page
      .getByRole('timer')
      .getByText(/^14:\d\d$/)
      .waitFor();
    await page.getByLabel('Your message').fill('plans');
    await page.keyboard.press('Enter');
    const reply = page.locator('#history .avatar bdi');
    await page.locator('#spoken', { hasText: 'Two plans, see the list or this:' }).waitFor();
    await reply.getByText('2 * 3 * 4').waitFor();
    const formatted = page.locator('#history :is(b, code, a, .item)');
    await expect
      .poll(async () => (await formatted.allTextContents()).map((text) => text.trim()))
      .toEqual(['Two', 'the list', 'Basic', 'Basic', '2 * 3 * 4']);
    expect(await reply.getByRole('link').getAttribute('href')).toBe('https://a.example/x');
    const colour = () =>
      page.evaluate<string>(
        "getComputedStyle(document.querySelector('#stage [data-part=portrait]')).backgroundColor",
      );
    await expect.poll(colour).toBe('rgb(255, 0, 0)');
    await silence(page);
    const sessionId = customer.heard.at(-1)?.sessionId ?? '';
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('group', { name: 'How was this conversation?' }).waitFor();
    expect(await colour()).not.toBe('rgb(255, 0, 0)');
    await page.getByRole('radio', { name: '3 stars' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByLabel('Anything to add?').fill('Quite <good>');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you for your rating.').waitFor();
    const params = { account: await operator.account(), session: sessionId };
    const { rating, transcript } = await operator.call('sessions.get', { params });
    expect(rating).toMatchObject({ stars: 4, comment: 'Quite <good>' });
    expect(transcript.at(-1)?.message).toBe('Two plans, see the list or this: Basic 2 * 3 * 4');
    expect(visited.complaints).toEqual([]);
  });

  it.for([
    ['de-AT', 'de', 'ltr', 'Gespräch beginnen', 'Auflegen'],
    ['ja', 'ja', 'ltr', '話し始める', '通話を終了'],
    ['ar-EG', 'ar', 'rtl', 'ابدأ الحديث', 'إنهاء المكالمة'],
    ['tlh', 'en', 'ltr', 'Start talking', 'Hang up'],
  ])(
    'for the locale %s are in %s, written %s',
    async ([locale = '', language, direction, start = '', hangUp = ''], context) => {
      await using customer = await startCustomer(() => 'Yes.');
      const avatarId = await operatorOf(service).avatar({ name: 'Ada', endpointUrl: customer.url });
      for (const width of direction === 'rtl' ? [390, 1280] : [390]) {
        await using visited = await open(context, `${avatarId}?micOff&locale=${locale}`, width);
        const { page } = visited;
        await page.getByRole('button', { name: start }).click();
        await page.getByRole('button', { name: hangUp }).waitFor();
        const html = page.locator('html');
        expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([
          language,
          direction,
        ]);
        expect(await seriousFindings(page)).toEqual([]);
        expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await page.locator('[data-part=portrait]').waitFor();
        expect(await page.evaluate<number>(offCentre)).toBeLessThan(1);
        expect(visited.complaints).toEqual([]);
        await page.getByRole('button', { name: hangUp }).click();
        await page.getByRole('button', { name: hangUp }).waitFor({ state: 'hidden' });
      }
    },
  );

  it('say so if there is no such avatar', async (context) => {
    await using visited = await open(context, '424242');
    await visited.page.getByRole('heading', { name: 'This avatar does not exist' }).waitFor();
    await visited.page.getByText('Please check the address.').waitFor();
    expect(await visited.page.getByRole('button').count()).toBe(0);
    expect(await visited.page.title()).toBe('This avatar does not exist');
  });
});
