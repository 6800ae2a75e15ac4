import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService, systemTool } from '../../server/src/testing/index.ts';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { findings, openBrowser } from '../testing/visit.ts';

describe('words said right in the dashboard', () => {
  let service: RunningService;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  it('are added by keyboard, heard before they are saved, pasted, refused and saved', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const operator = operatorOf(service);
    const id = await operator.avatar({ name: 'Speaker', voice: 'built-in:slt' });
    const params = { account: await operator.account(), avatar: id };
    await using dashboard = await signIn(browser, service);
    const { page } = dashboard;
    await page.goto(dashboard.at(`/avatars/${id}`));
    await page.getByRole('button', { name: 'Add a word' }).press('Enter');
    const entry = page.getByRole('group', { name: 'New word' });
    await entry.getByRole('textbox', { name: 'Word' }).fill('Nguyen');
    const named = page.getByRole('group', { name: 'Nguyen' });
    const hear = named.getByRole('button', { name: 'Hear Nguyen' });
    expect(await hear.isDisabled()).toBe(true);
    await named.getByRole('textbox', { name: 'IPA' }).fill('wIn');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('contains "I", which is not a sign of the IPA. Write ɪ').waitFor();
    await named.getByRole('textbox', { name: 'IPA' }).fill('wɪn');
    const [request] = await Promise.all([page.waitForRequest(/\/say$/), hear.press('Enter')]);
    expect(request.postDataJSON()).toMatchObject({
      text: 'Nguyen',
      pronunciations: [{ word: 'Nguyen', ipa: 'wɪn' }],
    });
    expect((await request.response())?.headers()['content-type']).toBe('audio/wav');

    await page.getByRole('button', { name: 'Paste a table' }).click();
    await page
      .getByLabel('Rows of a spreadsheet or a CSV file')
      .fill('Siobhán\tshi vawn\nNguyen\twin\tŋwiən\ten');
    await page.getByRole('button', { name: 'Add 2 words' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. The change applies to new sessions.').first().waitFor();
    expect((await operator.call('avatars.get', { params })).pronunciations).toEqual([
      { word: 'Siobhán', respelling: 'shi vawn' },
      { word: 'Nguyen', respelling: 'win', ipa: 'ŋwiən', language: 'en' },
      { word: 'Nguyen', ipa: 'wɪn' },
    ]);
    expect(await findings(page)).toEqual([]);
  });
});
