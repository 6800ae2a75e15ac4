import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { checkLayout, views } from '../testing/check-layout.ts';
import { openDashboard, signIn } from '../testing/dashboard.ts';
import { dashboardRoutes } from '../testing/dashboard-routes.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { type SeededAccount, seedAccount } from '../testing/seeded-account.ts';
import { seriousFindings } from '../testing/visit.ts';

const firstPageLimit = 300 * 1024;
const newAvatarSteps = ['face', 'voice', 'brain', 'test', 'embed'];
const avatarTabs = ['general', 'brain', 'advanced', 'embed'];
/** These redirect to another page. */
const redirects = ['/', '/$account/avatars/$avatar', '/operator'];

/** An address and the heading of its page. */
type PageAddress = readonly [path: string, heading: string];

/** Every page, by its route. */
const pagesOf = (
  ids: SeededAccount,
  home: string,
): Readonly<Record<string, PageAddress | readonly PageAddress[]>> => {
  const { account, avatar, partner } = ids;
  const avatarAt = `/${account}/avatars/${avatar}`;
  return {
    '/$account': [`/${account}`, 'Overview'],
    '/$account/avatars': [`/${account}/avatars`, 'Avatars'],
    '/$account/avatars/new': [`/${account}/avatars/new`, 'New avatar'],
    '/$account/avatars/$avatar/setup': newAvatarSteps.map((step) => [
      `${avatarAt}/setup?step=${step}`,
      'Set up Shown',
    ]),
    '/$account/avatars/$avatar/$tab': avatarTabs.map((tab) => [`${avatarAt}/${tab}`, 'Shown']),
    '/$account/keys': [`/${account}/keys`, 'API keys'],
    '/$account/management-keys': [`/${account}/management-keys`, 'Management keys'],
    '/$account/webhooks': [`/${account}/webhooks`, 'Webhooks'],
    '/$account/webhooks/$webhook': [`/${account}/webhooks/${ids.webhook}`, 'Receiver'],
    '/$account/deliveries': [`/${account}/deliveries`, 'Delivery log'],
    '/$account/deliveries/$delivery': [`/${account}/deliveries/${ids.delivery}`, 'connection:state-changed'],
    '/$account/events': [`/${account}/events`, 'Events'],
    '/$account/sessions': [`/${account}/sessions`, 'Sessions'],
    '/$account/sessions/past': [`/${account}/sessions/past`, 'Sessions'],
    '/$account/sessions/replays': [`/${account}/sessions/replays`, 'Sessions'],
    '/$account/sessions/replays/$replay': [`/${account}/sessions/replays/${ids.replay}`, 'Replay with'],
    '/$account/sessions/$session': [`/${account}/sessions/${ids.session}`, 'Session with Shown'],
    '/$account/members': [`/${account}/members`, 'Members'],
    '/$account/connected-apps': [`/${account}/connected-apps`, 'Connected apps'],
    '/$account/audit': [`/${account}/audit`, 'Audit log'],
    '/$account/data': [`/${account}/data`, 'Data'],
    '/profile': ['/profile', 'Profile and security'],
    '/operator/accounts': ['/operator/accounts', 'Accounts'],
    '/operator/accounts/$id': [`/operator/accounts/${account}`, ''],
    '/operator/partners': ['/operator/partners', 'Partners'],
    '/operator/partners/$partner': [`/operator/partners/${partner}`, 'Helpdesk'],
    '/operator/partners/$partner/deliveries': [
      `/operator/partners/${partner}/deliveries`,
      'Deliveries to Helpdesk',
    ],
    '/operator/partners/$partner/deliveries/$delivery': [
      `/operator/partners/${partner}/deliveries/${ids.partnerDelivery}`,
      'connection:state-changed',
    ],
    '/operator/mail': ['/operator/mail', 'Mail outbox'],
    '/operator/processes': ['/operator/processes', 'Processes'],
    '/connect/$uid': [ids.consentUrl(home), 'Connect Helpdesk?'],
    '/sign-in': ['/sign-in', 'Sign in'],
    '/sign-in/second-step': ['/sign-in/second-step', 'Second step'],
    '/sign-in/link': ['/sign-in/link', 'One-time sign-in'],
    '/forgot-password': ['/forgot-password', 'Reset your password'],
    '/reset-password': ['/reset-password', 'Choose a new password'],
    '/invitation': ['/invitation', 'Join Parley'],
  };
};

const isOne = (paths: PageAddress | readonly PageAddress[]): paths is PageAddress =>
  typeof paths[0] === 'string';

describe('every page of the dashboard', () => {
  let scene: Scene;
  let account: SeededAccount | undefined;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(async () => {
    await account?.[Symbol.asyncDispose]();
    await scene[Symbol.asyncDispose]();
  });

  it.for(views)(
    'at every width, $theme and $direction, fits, complains of nothing and passes axe',
    async (view, context) => {
      const browser = await scene.browser(context);
      account ??= await seedAccount(browser, scene.service);
      await using dashboard = await signIn(browser, scene.service, view);
      const { page, home } = dashboard;
      const pages = pagesOf(account, home);
      expect(Object.keys(pages).concat(redirects).sort()).toEqual(dashboardRoutes());
      const problems: string[] = [];
      const paths = Object.values(pages).flatMap((each) => (isOne(each) ? [each] : each));
      for (const [path, heading] of paths) {
        await page.goto(path.startsWith('/') ? home + path : path);
        await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
        const loading = page.locator('[role=status][aria-label=Loading]');
        await waitFor(async () => (await loading.count()) === 0 || undefined, pollOptions);
        problems.push(...(await checkLayout(page, path, dashboard.complaints, view)));
      }
      expect(problems).toEqual([]);
    },
  );

  it('loads its first page within 300 KB gzipped, and the plots after it', async (context) => {
    const browser = await scene.browser(context);
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
    await dashboard.page.goto(`${scene.service.url}/dashboard`);
    await dashboard.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await dashboard.page.waitForLoadState('networkidle');
    const total = (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50 * 1024);
    expect(total).toBeLessThan(firstPageLimit);
  });

  it('can be used by keyboard: the first stop skips to the content', async (context) => {
    const browser = await scene.browser(context);
    await using dashboard = await signIn(browser, scene.service);
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
