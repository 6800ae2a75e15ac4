import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../server/src/testing/index.ts';
import { openDashboard, signIn } from './testing/dashboard.ts';
import { startPartnerApp } from './testing/integration/partner-app.ts';
import { operatorOf } from './testing/operator.ts';
import { type Scene, startScene } from './testing/scene.ts';
import { seriousFindings } from './testing/visit.ts';

const password = 'a sentence of some length';
const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** A request with the right signature and without the token of the service. */
const sendWithoutToken = async (url: string, secret: string): Promise<number> => {
  const body = JSON.stringify({ message_type: 'Event', name: 'forged', details: {} });
  const now = new Date();
  const headers = {
    'webhook-id': 'evt_forged',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_forged', now, body),
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
};

describe('a partner, from its creation to the withdrawal of its access', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene('--disable-3d-apis');
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  /** Creates a partner in the dashboard. Returns the file of secrets that the sample application reads. */
  const createPartner = async (page: Page, name: string, port: number): Promise<string> => {
    await page.getByRole('button', { name: 'Create partner' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Redirect URIs').fill(`http://localhost:${port}/callback`);
    await dialog.getByLabel('Webhook URL').fill(`http://localhost:${port}/webhook`);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const shown = async (label: string) =>
      (await dialog.getByLabel(label, { exact: true }).innerText()).trim();
    const secrets = await shown('Both as JSON, with the client ID');
    expect(JSON.parse(secrets)).toEqual({
      client_id: expect.stringMatching(/^cli_\w{24}$/),
      client_secret: await shown('Client secret'),
      webhook_secret: await shown('Webhook signing secret'),
    });
    await dialog.getByRole('button', { name: 'I have copied them' }).click();
    return secrets;
  };

  it('is created and connected, receives events with two proofs, and receives nothing after the withdrawal', async (context) => {
    const { service } = scene;
    const browser = await scene.browser(context);
    const operator = operatorOf(service);
    const shared = await operator.avatar({ name: 'Shared', private: true });
    await operator.avatar({ name: 'Kept back' });
    const port = await freePort();

    await using dashboard = await signIn(browser, service);
    await dashboard.page.getByRole('link', { name: 'Set a password' }).click();
    await dashboard.page.getByLabel('New password', { exact: true }).fill(password);
    await dashboard.page.getByLabel('Repeat the new password', { exact: true }).fill(password);
    await dashboard.page.getByRole('button', { name: 'Set password' }).click();
    await dashboard.page.getByText('The password was changed.').waitFor();
    await dashboard.page.goto(`${dashboard.home}/operator/partners`);
    await dashboard.page.getByText('No partners yet').waitFor();
    const secrets = await createPartner(dashboard.page, 'Helpdesk', port);
    const { client_id: partner, client_secret, webhook_secret } = JSON.parse(secrets);
    await dashboard.page.reload();
    await dashboard.page.getByRole('link', { name: 'Helpdesk' }).waitFor();
    for (const secret of [client_secret, webhook_secret])
      expect(await dashboard.page.content()).not.toContain(secret);

    // A customer of the partner, on a phone, who is not signed in.
    const { origin: parleyUrl } = new URL(dashboard.home);
    await using app = await startPartnerApp({ parleyUrl, port, secrets });
    await using phone = await openDashboard(browser, { width: 390 });
    const { page } = phone;
    await page.goto(app.url);
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByText('Sign in to decide').waitFor();
    await page.getByLabel('E-mail address').fill('owner@localhost');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();

    await page.getByRole('heading', { name: 'Connect Helpdesk?' }).waitFor();
    for (const text of ['See the avatars', 'Start conversations', 'Receive events', 'Receive what was said'])
      await page.getByText(text).first().waitFor();
    await page.getByText(`localhost:${port}`).waitFor();
    await page.getByRole('radio', { name: /Only some/ }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Choose at least one avatar.').waitFor();
    await page.getByRole('combobox', { name: 'Avatars' }).click();
    await page.getByRole('option', { name: 'Shared' }).click();
    expect(await page.evaluate<number>(tooWide)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Allow' }).click();

    await page.getByText('Connected.', { exact: true }).waitFor();
    await page.getByText('read_avatars generate_tokens').waitFor();
    expect(await page.getByRole('button', { name: /^Talk to / }).count()).toBe(1);
    await page.getByRole('button', { name: 'Refresh the token' }).click();
    await page.getByText('there is a new access token').waitFor();
    expect(await page.evaluate<number>(tooWide)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);

    const opened = phone.context.waitForEvent('page');
    await page.getByRole('button', { name: 'Talk to Shared' }).click();
    const avatarPage = await opened;
    await avatarPage.getByRole('button', { name: 'Start talking' }).click();
    const event = page.getByRole('listitem').filter({ hasText: 'connection:state-changed' }).first();
    await event.getByText('✓ Signature verified').waitFor();
    await event.getByText('✓ Token verified').waitFor();
    await avatarPage.getByRole('button', { name: 'Hang up' }).click();
    await avatarPage.getByText('The call has ended.').waitFor();
    const deliveries = async () =>
      (await operator.call('partners.deliveries', { params: { partner } })).items.map(({ status }) => status);
    await expect.poll(async () => (await deliveries()).every((status) => status === 'delivered')).toBe(true);

    await dashboard.page.goto(dashboard.at('/connected-apps'));
    const apps = dashboard.page.getByRole('table', { name: 'Connected apps' });
    await apps.getByText('Start conversations').waitFor();
    await apps.getByText('Shared').waitFor();
    await apps.getByText(/second|now/).waitFor();
    await apps.getByRole('button', { name: 'Withdraw the access of Helpdesk' }).click();
    await dashboard.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await apps.getByText(/^Withdrawn/).waitFor();

    await page.getByText('customer:logout').waitFor();
    await page.getByText('An owner has withdrawn the access.').waitFor();
    await page.getByRole('link', { name: 'Connect' }).waitFor();
    const receivedCount = app.received.length;
    const written = (await deliveries()).length;
    expect(receivedCount).toBe(written);
    const token = await operator.token(shared);
    const join = await fetch(`${service.url}/client/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ avatarId: shared, token }),
    });
    expect(join.status).toBe(200);
    expect((await deliveries()).length).toBe(written);

    await dashboard.page.goto(`${dashboard.home}/operator/partners/${partner}/deliveries`);
    const log = dashboard.page.getByRole('table', { name: 'Deliveries' });
    await log.getByRole('link', { name: 'customer:logout' }).click();
    await dashboard.page.getByRole('button', { name: 'Replay' }).click();
    await dashboard.page.getByText('Delivered.', { exact: true }).waitFor();
    // The application also verified the replay and already had the event.
    expect(app.received.length).toBe(receivedCount);
    expect(app.complaints()).toBe('');
    expect(await sendWithoutToken(`${app.url}/webhook`, webhook_secret)).toBe(401);
    expect(dashboard.complaints).toEqual([]);
    expect(phone.complaints).toEqual([]);
  });

  it('is refused and learns nothing more than that; is allowed then, and ends its access itself', async (context) => {
    const browser = await scene.browser(context);
    const port = await freePort();
    await using dashboard = await signIn(browser, scene.service, { width: 390, theme: 'dark' });
    const { page } = dashboard;
    await page.goto(`${dashboard.home}/operator/partners`);
    const secrets = await createPartner(page, 'Nosy', port);
    await using app = await startPartnerApp({ parleyUrl: new URL(dashboard.home).origin, port, secrets });
    await page.goto(app.url);
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'Connect Nosy?' }).waitFor();
    const request = page.url();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('The connection was refused.').waitFor();
    await page.getByText('Not connected to an account.').waitFor();
    await page.goto(request);
    await page.getByRole('heading', { name: 'This request is no longer valid' }).waitFor();
    expect(app.received).toEqual([]);

    await page.goto(app.url);
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Connected.', { exact: true }).waitFor();
    await page.getByText(/Connected to account acc_/).waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Disconnected.').waitFor();
    await page.goto(dashboard.at('/connected-apps'));
    await page.getByText(/^Ended by the application/).waitFor();
    await page.goto(dashboard.at('/audit'));
    await page.getByText('The application “Nosy”').first().waitFor();
    expect(app.received).toEqual([]);
    expect(app.complaints()).toBe('');
  });
});
