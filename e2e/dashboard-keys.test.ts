import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService, systemTool } from '../server/src/testing/index.ts';
import { signIn } from './testing/dashboard.ts';
import { openBrowser } from './testing/visit.ts';

describe('API keys in the dashboard', { timeout: 120_000 }, () => {
  let service: RunningService;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  it('are made, shown once, used over HTTP, disabled, refused, enabled and revoked', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    await using desk = await signIn(browser, service);
    const { page } = desk;
    await page.goto(desk.at('/keys'));
    await page.getByText('No API key yet').waitFor();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Shop backend');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const key = (await dialog.getByLabel('API key', { exact: true }).innerText()).trim();
    expect(key).toMatch(/^parley_live_\w{36}$/);
    const use = async () => (await fetch(`${service.url}/avatars`, { headers: { 'x-api-key': key } })).status;
    expect(await use()).toBe(200);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    await page.getByRole('table', { name: 'API keys' }).getByText('Shop backend').waitFor();
    expect(await page.content()).not.toContain(key);

    const choose = async (action: string) => {
      await page.getByRole('button', { name: 'More for Shop backend' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Disable');
    await page.getByText('Disabled', { exact: true }).waitFor();
    expect(await use()).toBe(401);
    await choose('Enable');
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await use()).toBe(200);
    await choose('Revoke');
    await page.getByRole('dialog').getByText('cannot be brought back').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect(await use()).toBe(401);

    await page.goto(desk.at('/audit'));
    for (const deed of ['keys.create', 'keys.disable', 'keys.enable', 'keys.revoke']) {
      await page.getByRole('table', { name: 'Audit log' }).getByText(deed).first().waitFor();
    }
    expect(desk.complaints).toEqual([]);
  });
});
