import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService, systemTool } from '../../server/src/testing/index.ts';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { openBrowser } from '../testing/visit.ts';

describe('the settings of an avatar in the dashboard', () => {
  let service: RunningService;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  it('are read, changed, refused beside their field, and emptied', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const operator = operatorOf(service);
    const id = await operator.avatar({ name: 'Set', maxSessions: 7, endpointKey: 'secret' });
    const params = { account: await operator.account(), avatar: id };
    const stored = () => operator.call('avatars.get', { params });
    await using dashboard = await signIn(browser, service);
    const { page } = dashboard;
    const save = async () => {
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Saved. The change applies to new sessions.').first().waitFor();
    };

    await page.goto(dashboard.at(`/avatars/${id}/advanced`));
    const sessions = page.getByRole('textbox', { name: 'Sessions at the same time' });
    expect(await sessions.inputValue()).toBe('7');
    // An empty field does not mean "no limit". Only the checkbox does.
    await sessions.fill('');
    await sessions.blur();
    expect(await sessions.inputValue()).toBe('7');
    await page.getByRole('checkbox', { name: 'Sessions at the same time: Unlimited' }).check();
    await page.getByRole('checkbox', { name: 'Max session duration: Unlimited' }).uncheck();
    const duration = page.getByRole('textbox', { name: 'Max session duration' });
    expect(await duration.inputValue()).toBe('30');
    await duration.fill('0');
    const origins = page.getByRole('combobox', { name: 'Embed origins' });
    await origins.fill('https://www.example.com');
    await origins.press('Enter');
    await page.getByRole('switch', { name: 'Send the transcript' }).check();
    await page.getByRole('radio', { name: /^Private/ }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('must be a whole number of seconds from 1 up, or -1 for unlimited.').waitFor();
    expect(await page.evaluate('document.activeElement.dataset.path')).toBe('maxSessionDuration');
    await duration.fill('10');
    await save();
    expect(await stored()).toMatchObject({
      maxSessions: null,
      maxSessionDuration: 600,
      embedOrigins: ['https://www.example.com'],
      transcript: true,
      private: true,
    });

    await page.goto(dashboard.at(`/avatars/${id}/brain`));
    await page.getByRole('checkbox', { name: 'Remove the key' }).check();
    const answers = page.getByRole('region', { name: 'What answers' });
    await answers.getByRole('radio', { name: /^A language model/ }).click();
    await page.getByLabel('Key of the model server').fill('model-secret');
    await page.getByRole('textbox', { name: 'Instructions' }).fill('You are a lighthouse keeper.');
    await page.getByLabel('Earlier messages').fill('5');
    await page.getByLabel('Apology').fill('Pardon?');
    await save();
    expect(await stored()).toMatchObject({
      brain: 'model',
      hasEndpointKey: false,
      hasModelKey: true,
      modelPrompt: 'You are a lighthouse keeper.',
      modelHistory: 5,
      apology: 'Pardon?',
    });
    await page.getByText('A key is set and is never shown. Enter another one to replace it.').waitFor();

    // The error of a setting on another tab opens that tab, and the edits of both tabs are saved together.
    await page.getByLabel('Base URL of the model server').fill('ftp://nowhere');
    await page.getByRole('tab', { name: 'General' }).click();
    await page.getByLabel('Greeting', { exact: true }).fill('Ahoy!');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/not an http or https URL/).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/brain$/);
    const address = page.getByLabel('Base URL of the model server');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.path')).toBe('modelUrl');
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await address.fill('http://localhost:9/v1');
    await page.getByLabel('Key of the model server').fill('model-secret');
    await save();
    expect(await stored()).toMatchObject({ greeting: 'Ahoy!', modelUrl: 'http://localhost:9/v1' });
  });

  it('are copied to a new avatar by "Duplicate"', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const operator = operatorOf(service);
    const id = await operator.avatar({ name: 'First', greeting: 'Ahoy', endpointKey: 'secret' });
    await using dashboard = await signIn(browser, service);
    const { page } = dashboard;
    await page.goto(dashboard.at(`/avatars/${id}/general`));
    await page.getByRole('button', { name: 'Duplicate' }).click();
    const name = page.getByRole('textbox', { name: 'Name of the copy' });
    expect(await name.inputValue()).toBe('First (copy)');
    await name.fill('Second');
    await page.getByRole('button', { name: 'Create the copy' }).click();
    await page.getByRole('heading', { name: 'Second', level: 1 }).waitFor();
    const copy = /\/avatars\/(\d+)\//.exec(page.url())?.[1] ?? '';
    expect(copy).not.toBe(id);
    const params = { account: await operator.account(), avatar: copy };
    expect(await operator.call('avatars.get', { params })).toMatchObject({
      name: 'Second',
      greeting: 'Ahoy',
      hasEndpointKey: true,
    });
  });
});
