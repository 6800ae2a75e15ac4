import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../server/src/processes/index.ts';
import { patience, type RunningService, startService, systemTool } from '../server/src/testing/index.ts';
import { startCustomer } from './testing/customer.ts';
import { openDashboard, signIn } from './testing/dashboard.ts';
import { operatorOf } from './testing/operator.ts';
import { startReceiver } from './testing/receiver.ts';
import { openBrowser, seriousFindings, visit } from './testing/visit.ts';

const firstPageLimit = 300 * 1024;
type Scene = Record<'account' | 'avatar' | 'webhook' | 'session' | 'delivery' | 'partner', string>;

/** Every page, by its place and a heading that says it is there. */
const pagesOf = ({ account, ...ids }: Scene): readonly (readonly [string, string])[] => [
  [`/${account}`, 'Overview'],
  [`/${account}/avatars`, 'Avatars'],
  [`/${account}/avatars/${ids.avatar}/general`, 'Shown'],
  [`/${account}/avatars/${ids.avatar}/brain`, 'Shown'],
  [`/${account}/avatars/${ids.avatar}/advanced`, 'Shown'],
  [`/${account}/avatars/${ids.avatar}/embed`, 'Shown'],
  [`/${account}/avatars/new`, 'New avatar'],
  ...['face', 'voice', 'brain', 'test', 'embed'].map(
    (step) => [`/${account}/avatars/${ids.avatar}/setup?step=${step}`, 'Set up Shown'] as const,
  ),
  [`/${account}/keys`, 'API keys'],
  [`/${account}/management-keys`, 'Management keys'],
  [`/${account}/webhooks`, 'Webhooks'],
  [`/${account}/webhooks/${ids.webhook}`, 'Receiver'],
  [`/${account}/deliveries`, 'Delivery log'],
  [`/${account}/deliveries/${ids.delivery}`, 'connection:state-changed'],
  [`/${account}/events`, 'Events'],
  [`/${account}/sessions`, 'Sessions'],
  [`/${account}/sessions/past`, 'Sessions'],
  [`/${account}/sessions/${ids.session}`, 'Session with Shown'],
  [`/${account}/members`, 'Members'],
  [`/${account}/connected-apps`, 'Connected apps'],
  [`/${account}/audit`, 'Audit log'],
  [`/${account}/data`, 'Data'],
  ['/profile', 'Profile and security'],
  ['/operator/accounts', 'Accounts'],
  [`/operator/accounts/${account}`, ''],
  ['/operator/partners', 'Partners'],
  [`/operator/partners/${ids.partner}`, 'Helpdesk'],
  [`/operator/partners/${ids.partner}/deliveries`, 'Deliveries to Helpdesk'],
  ['/operator/mail', 'Mail outbox'],
  ['/operator/processes', 'Processes'],
];
const signInPages: readonly (readonly [string, string])[] = [
  ['/sign-in', 'Sign in'],
  ['/sign-in/second-step', 'Second step'],
  ['/sign-in/link', 'One-time sign-in'],
  ['/forgot-password', 'Reset your password'],
  ['/reset-password', 'Choose a new password'],
  ['/invitation', 'Join Parley'],
];

describe('every page of the dashboard', () => {
  let service: RunningService;
  let browser: Browser | undefined;
  let scene: Scene | undefined;
  const undo = new AsyncDisposableStack();
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await undo.disposeAsync();
    await service[Symbol.asyncDispose]();
  });

  /** An account in which each page has something to show. */
  const furnish = async (open: Browser): Promise<Scene> => {
    const operator = operatorOf(service);
    const account = await operator.account();
    const customer = undo.use(await startCustomer((message) => `About ${message}: all is well.`));
    const receiver = undo.use(await startReceiver());
    const params = { account };
    const webhook = await operator.call('webhooks.create', {
      params,
      body: { name: 'Receiver', url: receiver.url },
    });
    const avatar = await operator.avatar({
      name: 'Shown',
      endpointUrl: customer.url,
      greeting: 'Welcome!',
      webhookId: webhook.id,
    });
    await operator.token(avatar);
    await operator.call('managementKeys.create', {
      params,
      body: { name: 'Deployment', scopes: ['avatars:read', 'avatars:write', 'webhooks:write'] },
    });
    const partner = await operator.call('partners.create', {
      body: { name: 'Helpdesk', redirectUris: [`${receiver.url}/back`], webhookUrl: receiver.url },
    });
    await using visited = await visit(open, `${service.url}/avatar/${avatar}?micOff`);
    await visited.page.getByRole('button', { name: 'Start talking' }).click();
    await visited.page.getByLabel('Your message').fill('tides');
    await visited.page.keyboard.press('Enter');
    await visited.page.getByText('About tides: all is well.').first().waitFor();
    await visited.page.getByRole('button', { name: 'Hang up' }).click();
    await visited.page.getByText('The call has ended.').waitFor();
    const { items: sessions } = await operator.call('sessions.list', { params });
    const { items: deliveries } = await operator.call('deliveries.list', {
      params,
      query: { webhook: webhook.id },
    });
    const delivery = deliveries.find(({ event }) => event === 'connection:state-changed');
    return {
      account,
      avatar,
      webhook: webhook.id,
      session: sessions[0]?.id ?? '',
      delivery: delivery?.id ?? '',
      partner: partner.id,
    };
  };

  it.for([
    { width: 1440, theme: 'light', direction: 'ltr' },
    { width: 1440, theme: 'dark', direction: 'rtl' },
    { width: 768, theme: 'dark', direction: 'ltr' },
    { width: 768, theme: 'light', direction: 'rtl' },
    { width: 390, theme: 'light', direction: 'ltr' },
    { width: 390, theme: 'dark', direction: 'rtl' },
  ] as const)(
    'at $width pixels, $theme and $direction, fits, complains of nothing and passes axe',
    async (view, context) => {
      browser ??= await openBrowser(systemTool(context, 'chromium'));
      scene ??= await furnish(browser);
      await using dashboard = await signIn(browser, service, view);
      const troubles: string[] = [];
      for (const [place, heading] of [...pagesOf(scene), ...signInPages]) {
        await dashboard.page.goto(dashboard.home + place);
        await dashboard.page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
        const loading = dashboard.page.locator('[role=status][aria-label=Loading]');
        await waitFor(async () => (await loading.count()) === 0 || undefined, patience);
        const overflow = await dashboard.page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (overflow > 0) troubles.push(`${place} is ${overflow} px too wide`);
        for (const finding of await seriousFindings(dashboard.page)) troubles.push(`${place}: ${finding}`);
        for (const text of dashboard.complaints.splice(0)) troubles.push(`${place}: ${text}`);
      }
      expect(troubles).toEqual([]);
    },
  );

  it('loads its first page within 300 KB gzipped, and the plots after it', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    await using dashboard = await openDashboard(browser);
    const bodies: Promise<number>[] = [];
    dashboard.page.on('response', (response) => {
      if (response.url().includes('/dashboard'))
        bodies.push(
          response.body().then(
            (body) => gzipSync(body).length,
            () => 0,
          ),
        );
    });
    await dashboard.page.goto(`${service.url}/dashboard`);
    await dashboard.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await dashboard.page.waitForLoadState('networkidle');
    const total = (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50 * 1024);
    expect(total).toBeLessThan(firstPageLimit);
  });

  it('can be used by keyboard: the first stop skips to the content', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    scene ??= await furnish(browser);
    await using dashboard = await signIn(browser, service);
    await dashboard.page.goto(dashboard.at('/keys'));
    await dashboard.page.getByRole('heading', { level: 1 }).waitFor();
    await dashboard.page.keyboard.press('Tab');
    expect(await dashboard.page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await dashboard.page.keyboard.press('Enter');
    expect(await dashboard.page.evaluate('document.activeElement.id')).toBe('content');
    await dashboard.page.getByRole('button', { name: 'Create key' }).first().focus();
    await dashboard.page.keyboard.press('Enter');
    await dashboard.page.getByRole('dialog').waitFor();
    expect(await seriousFindings(dashboard.page)).toEqual([]);
    await dashboard.page.keyboard.press('Escape');
    await dashboard.page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
