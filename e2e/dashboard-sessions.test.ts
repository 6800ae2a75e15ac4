import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService, systemTool } from '../server/src/testing/index.ts';
import { startCustomer } from './testing/customer.ts';
import { signIn } from './testing/dashboard.ts';
import { operatorOf } from './testing/operator.ts';
import { openBrowser, visit } from './testing/visit.ts';

describe('sessions in the dashboard', { timeout: 180_000 }, () => {
  let service: RunningService;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  it('move by themselves, can be ended, and leave a transcript in three forms', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'), '--disable-3d-apis');
    await using customer = await startCustomer((message) => `About ${message}: all is well.`);
    const avatarId = await operatorOf(service).avatar({
      name: 'Watched',
      endpoint: customer.url,
      greeting: 'Welcome!',
    });
    await using desk = await signIn(browser, service);
    const { page } = desk;
    await page.goto(desk.at('/sessions'));
    await page.getByText('Nobody is talking right now').waitFor();

    await using visited = await visit(browser, `${service.url}/avatar/${avatarId}?micOff`);
    await visited.page.getByRole('button', { name: 'Start talking' }).click();
    const table = page.getByRole('table', { name: 'Live' });
    await table.getByText('Watched').waitFor();
    await page.getByText('1 session now').waitFor();
    await table.getByText('Connected').waitFor();
    await visited.page.getByLabel('Your message').fill('tides');
    await visited.page.keyboard.press('Enter');
    await visited.page.getByText('About tides: all is well.').first().waitFor();
    // Only what was heard is in the transcript.
    await table.getByText('Talking').waitFor();
    await table.getByText('Idle').waitFor();

    await table.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Nobody is talking right now').waitFor();
    await visited.page.getByText('The call has ended.').waitFor();

    await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: 'Past' }).click();
    await page.getByRole('table', { name: 'Past' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Session with Watched' }).waitFor();
    await page.getByText('About tides: all is well.').waitFor();
    const download = async (form: string) => {
      const waiting = page.waitForEvent('download');
      await page.getByRole('link', { name: `Download: ${form}` }).click();
      const file = await waiting;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
    };
    const text = await download('Text');
    expect(text.name).toMatch(/\.txt$/);
    expect(text.text).toContain('tides');
    const json = await download('JSON');
    expect(JSON.stringify(JSON.parse(json.text))).toContain('About tides: all is well.');
    const captions = await download('WebVTT');
    expect(captions.text.startsWith('WEBVTT')).toBe(true);
    expect(captions.text).toContain('-->');

    await page.getByRole('tab', { name: 'Turns' }).click();
    await page
      .getByText(/to the first sound/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Gateway' }).click();
    await page.getByText('CHAT').first().waitFor();
    await page.getByRole('button', { name: 'Show request and answer of LOGIN' }).click();
    const request = page.getByRole('region', { name: 'Request' });
    expect(JSON.parse((await request.textContent()) ?? '')).toMatchObject({
      action: 'LOGIN',
      authToken: expect.stringMatching(/^\[hidden, \d+ characters\]$/),
    });
    expect(await page.getByRole('region', { name: 'Answer' }).textContent()).toContain('"status": "OK"');
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByText('connection:state-changed').first().waitFor();
    expect(desk.complaints).toEqual([]);
  });
});
