import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService, systemTool } from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { openDashboard } from '../testing/dashboard.ts';
import { openBrowser } from '../testing/visit.ts';

describe('the first steps in the dashboard', () => {
  let service: RunningService;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  it('lead from the link on the console to an avatar that uses the person’s own endpoint', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    await using customer = await startCustomer((message) => `You said ${message} and I noted it.`);
    await using dashboard = await openDashboard(browser, { allFrames: false });
    const { page } = dashboard;

    const link = /http\S+\/dashboard\/sign-in\/link#\S+/.exec(service.output())?.[0] ?? '';
    const home = `${new URL(link).origin}/dashboard`;
    await page.goto(home);
    await page.getByText('This service is new').waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in now' }).click();

    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Set a password' }).click();
    await page.getByText('You have no password yet.').waitFor();
    await page.getByLabel('New password', { exact: true }).fill('a sentence of some length');
    await page.getByLabel('Repeat the new password', { exact: true }).fill('a sentence of another length');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('The passwords are not the same.').waitFor();
    await page.getByLabel('Repeat the new password', { exact: true }).fill('a sentence of some length');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('The password was changed.').waitFor();

    await page.getByRole('button', { name: /Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail address').fill('owner@localhost');
    await page.getByLabel('Password', { exact: true }).fill('not the password at all');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('a sentence of some length');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();

    await page.getByRole('link', { name: 'Avatars' }).first().click();
    await page.getByRole('link', { name: 'Create avatar' }).first().click();
    // The list has a field to search by name.
    await page.getByRole('heading', { name: 'New avatar', level: 1 }).waitFor();
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('radio', { name: 'kenji', exact: true }).check({ force: true });
    await page.reload();
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Ada');
    await page.getByRole('button', { name: 'Create and continue' }).click();

    await page.getByRole('heading', { name: 'How does it sound?' }).waitFor();
    await page.getByRole('button', { name: 'Hear Mara' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();

    const url = page.getByLabel('Endpoint URL');
    await url.waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Enter the URL of your endpoint, or choose “Decide later”.').waitFor();
    await url.fill('ftp://nowhere');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/not an http or https URL/).waitFor();
    await url.fill(customer.url);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'How does it sound?' }).waitFor();
    await page.getByRole('button', { name: 'Brain' }).click();
    expect(await url.inputValue()).toBe(customer.url);
    await page.getByRole('button', { name: 'Test endpoint' }).click();
    await expect.poll(() => customer.heard.map(({ action }) => action)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    await page.getByRole('button', { name: 'Next' }).click();

    await page.getByRole('heading', { name: 'Talk to it' }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('/sdk/widget.js').waitFor();
    await page.getByRole('button', { name: 'Open the settings' }).click();
    await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor();
    await page.getByLabel('Greeting', { exact: true }).fill('Welcome, I am Ada.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. The change applies to new sessions.').waitFor();

    await page.getByRole('tab', { name: 'Embed' }).click();
    await page.getByRole('button', { name: 'Start the preview' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Start talking' }).waitFor();
    // The wrong password and the wrong address above are the only refusals.
    expect(dashboard.complaints.filter((text) => !/status of 40[01]/.test(text))).toEqual([]);
  });
});
