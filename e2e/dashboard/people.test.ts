import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService, systemTool } from '../../server/src/testing/index.ts';
import { openDashboard, signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { openBrowser } from '../testing/visit.ts';

describe('people and accounts in the dashboard', () => {
  let service: RunningService;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  it('an invited member joins, works, and cannot do what only an owner may', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const operator = operatorOf(service);
    const avatarId = await operator.avatar({ name: 'Shared' });
    await using owner = await signIn(browser, service);
    await owner.page.goto(owner.at('/members'));
    await owner.page.getByRole('button', { name: 'Invite' }).click();
    const dialog = owner.page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('grace@example.com');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const link = (await dialog.getByLabel('Invitation link', { exact: true }).innerText()).trim();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await owner.page
      .getByRole('table', { name: 'Open invitations' })
      .getByText('grace@example.com')
      .waitFor();

    await using dashboard = await openDashboard(browser);
    const { page } = dashboard;
    await page.goto(link);
    await page.getByText('grace@example.com').waitFor();
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Join' }).click();
    await page
      .getByText(/at least 10/i)
      .last()
      .waitFor();
    await page.getByLabel('Password', { exact: true }).fill('a long enough sentence');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();

    for (const path of ['/keys', '/management-keys', '/webhooks', '/members']) {
      await page.goto(owner.at(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const name of ['Create key', 'Create management key', 'Create webhook', 'Invite']) {
        expect(await page.getByRole('button', { name, exact: true }).count(), `${name} at ${path}`).toBe(0);
      }
    }
    await page.goto(owner.at(`/avatars/${avatarId}/advanced`));
    await page.getByRole('heading', { name: 'Usage limits' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Delete this avatar' }).count()).toBe(0);
    await page.goto(owner.at('/data'));
    await page.getByText('Only an owner of the account can do this.').waitFor();

    const attempt = (method: string, path: string, body: object) =>
      page.evaluate(
        ([url, input]) => fetch(url as string, input as RequestInit).then(({ status }) => status),
        [
          `/v1/accounts/${owner.account}${path}`,
          { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
        ] as const,
      );
    expect(await attempt('POST', '/keys', { name: 'x', permissions: ['read_avatars'] })).toBe(403);
    const newKey = { name: 'x', scopes: ['avatars:read'] };
    expect(await attempt('POST', '/management-keys', newKey)).toBe(403);
    expect(await attempt('POST', '/webhooks', { name: 'x', url: 'https://example.com/' })).toBe(403);
    expect(await attempt('POST', '/invitations', { email: 'x@example.com', role: 'owner' })).toBe(403);
    expect(await attempt('DELETE', `/avatars/${avatarId}`, {})).toBe(403);
    expect(await attempt('PATCH', '', { retentionDays: 1 })).toBe(403);
    await page.goto(`${owner.home}/operator/accounts`);
    await page.getByText('These pages are for the operator of this service.').waitFor();
    expect(owner.complaints).toEqual([]);
    expect(dashboard.complaints.filter((text) => !/40[03]/.test(text))).toEqual([]);
  });

  it('another account’s ids in any address give “not found”', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const operator = operatorOf(service);
    const other = await operator.call('accounts.create', {
      body: { name: 'Other', email: 'other@example.com' },
    });
    const params = { account: other.id };
    const theirs = await operator.call('avatars.create', { params, body: { name: 'Theirs' } });
    const webhook = await operator.call('webhooks.create', {
      params,
      body: { name: 'Their hook', url: 'https://example.com/hook' },
    });
    await using dashboard = await signIn(browser, service);
    const { page } = dashboard;
    const foreign = [
      `/${other.id}`,
      `/${other.id}/avatars`,
      `/${dashboard.account}/avatars/${theirs.id}/general`,
      `/${dashboard.account}/webhooks/${webhook.id}`,
      `/${dashboard.account}/deliveries/999999`,
      `/${dashboard.account}/sessions/ses_aaaaaaaaaaaaaaaaaaaaaaaa`,
      `/${dashboard.account}/nothing`,
    ];
    for (const path of foreign) {
      await page.goto(dashboard.home + path);
      await page.getByText('There is nothing at this address').waitFor();
      expect(await page.content(), path).not.toContain('Their');
    }
  });
});
