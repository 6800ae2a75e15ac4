import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../server/src/processes/index.ts';
import { type RunningService, startService, systemTool } from '../server/src/testing/index.ts';
import { signIn } from './testing/dashboard.ts';
import { operatorOf } from './testing/operator.ts';
import { startReceiver } from './testing/receiver.ts';
import { openBrowser } from './testing/visit.ts';

const patience = { limitMs: 30_000, everyMs: 100 };

describe('webhooks in the dashboard', { timeout: 180_000 }, () => {
  let service: RunningService;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  it('break, pause with a mail, are tested, re-enabled, and what was held arrives', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    await using receiver = await startReceiver();
    const avatarId = await operatorOf(service).avatar({ name: 'Told' });
    await using desk = await signIn(browser, service);
    const { page } = desk;

    await page.goto(desk.at('/webhooks'));
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('CRM');
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Create' }).click();
    expect((await dialog.getByLabel('Signing secret', { exact: true }).innerText()).trim()).toMatch(
      /^whsec_[\w+/]{43}=$/,
    );
    await dialog.getByRole('button', { name: 'I have copied it' }).click();

    await page.goto(desk.at(`/avatars/${avatarId}/advanced`));
    await page.getByRole('combobox', { name: 'Webhook' }).click();
    await page.getByRole('option', { name: 'CRM' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. New sessions use it.').waitFor();

    receiver.answerWith(503);
    const join = () =>
      fetch(`${service.url}/client/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ avatarId }),
      });
    for (let visitor = 0; visitor < 21; visitor++) expect((await join()).status).toBe(200);

    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByRole('table', { name: 'Webhooks' }).getByText('Paused').waitFor({ timeout: 40_000 });
    expect((await join()).status).toBe(200);
    await page.getByRole('link', { name: 'CRM', exact: true }).click();
    await page.getByText(/events held/).waitFor();
    await page.getByText('Needs a test that passed within the last five minutes.').waitFor();
    expect(await page.getByRole('button', { name: 'Re-enable' }).isDisabled()).toBe(true);

    await page.getByRole('link', { name: 'Mail outbox' }).click();
    await page.getByText(/CRM/).first().waitFor();

    await page.goBack();
    await page.getByRole('button', { name: 'Test endpoint' }).click();
    await page.getByText('The test failed.').waitFor();
    expect(await page.getByRole('button', { name: 'Re-enable' }).isDisabled()).toBe(true);
    receiver.answerWith(204);
    await page.getByRole('button', { name: 'Test endpoint' }).click();
    await page.getByText('The test passed.').waitFor();
    await page.getByRole('button', { name: 'Re-enable' }).click();
    await page.getByText('Active again. Held events are on their way.').waitFor();
    const arrived = () => receiver.taken.filter(({ name }) => name === 'connection:state-changed').length;
    await waitFor(async () => arrived() >= 22 || undefined, patience);
    expect(arrived()).toBeGreaterThanOrEqual(22);

    await page.getByRole('link', { name: 'See its deliveries' }).click();
    await page.getByRole('table', { name: 'Delivery log' }).getByText('Delivered').first().waitFor();
    const [first] = receiver.taken.filter(({ name }) => name === 'connection:state-changed');
    await page.getByRole('link', { name: 'connection:state-changed' }).first().click();
    const id = await page.getByText(/^evt_/).first().innerText();
    const before = receiver.taken.filter((entry) => entry.id === id).length;
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Delivered.').waitFor();
    expect(receiver.taken.filter((entry) => entry.id === id).length).toBe(before + 1);
    expect(first).toBeDefined();
    expect(desk.complaints).toEqual([]);
  });
});
