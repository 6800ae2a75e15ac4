import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDashboard, signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { startReceiver } from '../testing/receiver.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { startSite } from '../testing/site.ts';
import { seriousFindings } from '../testing/visit.ts';

const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const redirectUri = 'http://localhost:3000/callback';

/** The URL to which a partner sends a browser. The challenge comes from the example in RFC 7636. */
const authorizeUrl = (origin: string, partner: { id: string; redirectUris: string[] }): string =>
  `${origin}/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: partner.id,
    redirect_uri: partner.redirectUris[0] ?? '',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })}`;

/** A new person who joins by an invitation, in a browser of their own. */
async function signInByInvitation(browser: Browser, invitation: string) {
  const dashboard = await openDashboard(browser, { width: 390 });
  const { page } = dashboard;
  await page.goto(invitation);
  await page.getByLabel('Your name').fill('Mo');
  await page.getByLabel('Password', { exact: true }).fill('a long enough sentence');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return dashboard;
}

describe('partners in the dashboard, on a phone', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene('--disable-3d-apis');
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('are changed, paused, enabled, given a new signing secret and deleted by the operator', async (context) => {
    const operator = operatorOf(scene.service);
    await using receiver = await startReceiver();
    const { id } = await operator.call('partners.create', {
      body: { name: 'Helpdesk', redirectUris: [redirectUri], webhookUrl: receiver.url },
    });
    await using dashboard = await signIn(await scene.browser(context), scene.service, { width: 390 });
    const { page } = dashboard;
    const stored = () => operator.call('partners.get', { params: { partner: id } });
    const check = async () => {
      expect(await page.evaluate<number>(tooWide)).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
    };
    await page.goto(`${dashboard.home}/operator/partners`);
    await page.getByRole('link', { name: 'Helpdesk' }).click();
    await page.getByText('No account has allowed this partner access yet.').waitFor();

    const redirects = page.getByRole('combobox', { name: 'Redirect URIs' });
    await redirects.fill('http://shop.example/callback');
    await redirects.press('Enter');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/must start with https/).waitFor();
    expect((await stored()).redirectUris).toEqual([redirectUri]);
    await page.getByRole('button', { name: 'Undo changes' }).click();
    await redirects.fill('https://shop.example/callback');
    await redirects.press('Enter');
    await page.getByRole('radio', { name: 'Only these' }).check();
    await page.getByRole('checkbox', { name: 'connection:state-changed' }).check();
    await check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await stored()).toMatchObject({
      redirectUris: [redirectUri, 'https://shop.example/callback'],
      webhook: { events: ['connection:state-changed'] },
    });

    await page.getByRole('button', { name: 'Pause webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('none is lost').waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Pause webhook' }).click();
    await page.getByText('The webhook is paused').waitFor();
    await check();
    await page.getByRole('button', { name: 'Re-enable webhook' }).click();
    await page.getByText('is active again').waitFor();

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByText('for one day').waitFor();
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    const secret = await dialog.getByLabel('Webhook signing secret', { exact: true }).innerText();
    expect(secret.trim()).toMatch(/^whsec_[\w+/]{43}=$/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Requests are also signed with the old secret until').waitFor();

    await page.getByRole('link', { name: 'Show deliveries' }).click();
    await page.getByText('No deliveries yet').waitFor();
    await check();
    await page.getByRole('link', { name: 'Helpdesk' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('This cannot be undone.').waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Helpdesk was deleted.').waitFor();
    await page.getByText('No partners yet').waitFor();
    // The browser logs the change that was refused.
    expect(dashboard.complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  it('are not for members: they see what was allowed, and read whom to ask', async (context) => {
    const browser = await scene.browser(context);
    const operator = operatorOf(scene.service);
    const account = await operator.account();
    await using site = await startSite({ '/callback': 'back' });
    const partner = await operator.call('partners.create', {
      body: { name: 'Helpdesk', redirectUris: [`${site.url}/callback`], webhookUrl: `${site.url}/webhook` },
    });
    await using owner = await signIn(browser, scene.service, { width: 390 });
    const { origin } = new URL(owner.home);
    await owner.page.goto(authorizeUrl(origin, partner));
    await owner.page.getByRole('button', { name: 'Allow' }).click();
    await owner.page.waitForURL(/callback\?.*code=/);
    await owner.page.goto(authorizeUrl(origin, partner));
    await owner.page.getByText('already allows Helpdesk access').waitFor();

    const params = { account };
    await operator.call('invitations.create', { params, body: { email: 'mo@example.com', role: 'member' } });
    const { items: mails } = await operator.call('mails.list');
    const letter = mails.find(({ to }) => to === 'mo@example.com')?.body ?? '';
    const invitation = /http\S+\/dashboard\/invitation#\S+/.exec(letter)?.[0] ?? '';
    await using member = await signInByInvitation(browser, invitation);
    const { page } = member;
    await page.goto(`${origin}/dashboard/${account}/connected-apps`);
    const apps = page.getByRole('table', { name: 'Connected apps' });
    await apps.getByText('Receive conversations').waitFor();
    await apps.getByText('owner@localhost').waitFor();
    expect(await apps.getByRole('button').count()).toBe(0);
    expect(await page.evaluate<number>(tooWide)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);

    await page.goto(authorizeUrl(origin, partner));
    await page.getByText('Only an owner can allow this').waitFor();
    expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: `Go back to ${new URL(site.url).host}` }).click();
    await page.waitForURL(/callback\?.*error=access_denied/);
  });

  it('cannot put the consent page into a frame', async (context) => {
    const operator = operatorOf(scene.service);
    const partner = await operator.call('partners.create', {
      body: { name: 'Framer', redirectUris: [redirectUri], webhookUrl: 'http://localhost:3000/webhook' },
    });
    await using owner = await signIn(await scene.browser(context), scene.service);
    const { page } = owner;
    const answer = await page.goto(authorizeUrl(new URL(owner.home).origin, partner));
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    expect(answer?.headers()).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-frame-options': 'DENY',
    });
  });
});
