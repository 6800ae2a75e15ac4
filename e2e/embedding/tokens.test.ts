import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { operatorOf } from '../testing/operator.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { startSite } from '../testing/site.ts';
import { seriousFindings, visit } from '../testing/visit.ts';

const head = '<!doctype html><html lang="en"><title>Shop</title><main></main>';

/** Pages of a customer. `/token` is the customer's own backend, which the tests play. */
const pages = (service: string) => {
  const frame = (script: string) => `${head}<script src="${service}/sdk/parley.js"></script><script>
    const asked = new URLSearchParams(location.search);
    const iframe = document.createElement('iframe');
    Object.assign(iframe, { title: 'Avatar', width: 640, height: 480, allow: 'microphone; autoplay' });
    iframe.src = '${service}/avatar/' + asked.get('id') + '?micOff' + (asked.has('token') ? '&token=' + asked.get('token') : '');
    document.querySelector('main').append(iframe);
    window.framed = Parley.frame(iframe);
    window.reasons = [];
    const newToken = () => fetch('/token', { method: 'POST' }).then((answer) => answer.json()).then(({ jwt }) => jwt);
    ${script}</script></html>`;
  return {
    '/silent': frame(''),
    '/gives': frame(`framed.on('token-needed', async ({ reason }) => {
      reasons.push(reason);
      framed.setVisitor({ token: await newToken() });
    });`),
    '/sdk': `${head}<script src="${service}/sdk/parley.js"></script><script>
      const newToken = () => fetch('/token', { method: 'POST' }).then((answer) => answer.json()).then(({ jwt }) => jwt);
      window.begin = (avatarId, gives) => {
        const avatar = Parley.Builder().setAvatarId(avatarId).build();
        window.reasons = [];
        window.refusals = [];
        avatar.on('auth-fail', ({ errorTitle }) => refusals.push(errorTitle));
        avatar.on('token-needed', async ({ reason }) => {
          reasons.push(reason);
          avatar.setVisitor({ token: gives ? await newToken() : null });
        });
        return avatar;
      };</script></html>`,
    '/widget': `${head}<script>
      const script = document.createElement('script');
      Object.assign(script.dataset, { avatar: new URLSearchParams(location.search).get('id'), tokenUrl: '/token', micOff: '', open: '' });
      script.src = '${service}/sdk/widget.js';
      document.body.append(script);</script></html>`,
  };
};

describe('a private avatar', () => {
  let scene: Scene;
  let site: Awaited<ReturnType<typeof startSite>>;
  let avatarId = '';
  const operator = () => operatorOf(scene.service);
  beforeAll(async () => {
    scene = await startScene();
    site = await startSite(pages(scene.service.url));
    avatarId = await operator().avatar({ name: 'Vault', private: true, greeting: 'Welcome!' });
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    await scene[Symbol.asyncDispose]();
  });

  const open = async (context: TestContext, url: string) => {
    const visited = await visit(await scene.browser(context), 'about:blank', undefined, withoutWebgl);
    let given = 0;
    await visited.page.route('**/token', async (route) => {
      given += 1;
      await route.fulfill({ json: { jwt: await operator().token(avatarId) } });
    });
    await visited.page.goto(url);
    return { ...visited, tokensGiven: () => given, framed: visited.page.frameLocator('iframe') };
  };
  const pageUrl = (query = '') => `${scene.service.url}/avatar/${avatarId}?micOff${query}`;
  const start = (view: Pick<Page, 'getByRole'>) => view.getByRole('button', { name: 'Start talking' });
  const again = (view: Pick<Page, 'getByRole'>) => view.getByRole('button', { name: 'Talk again' });
  const hangUp = (view: Pick<Page, 'getByRole'>) => view.getByRole('button', { name: 'Hang up' }).click();

  it('says that it is private before a call is offered', async (context) => {
    await using visited = await open(context, pageUrl());
    const { page } = visited;
    await page.getByText('Please open it from its own website.').waitFor();
    expect(await page.title()).toBe('This avatar is private');
    expect(await start(page).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(pageUrl('&token=a.b.c'));
    await page.locator('.title', { hasText: 'This link is not valid for this avatar' }).waitFor();
    expect(await start(page).count()).toBe(0);
  });

  it('says after a call why there cannot be another one', async (context) => {
    await using visited = await open(context, pageUrl(`&token=${await operator().token(avatarId)}`));
    const { page } = visited;
    await start(page).click();
    await page.getByText('Welcome!').first().waitFor();
    await hangUp(page);
    await page
      .getByText('This link was good for one call. To talk again, please ask for a new one.')
      .waitFor();
    expect(await again(page).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('in a frame whose page gives no token says what the visitor can do', async (context) => {
    await using visited = await open(context, `${site.url}/silent?id=${avatarId}`);
    const { page, framed } = visited;
    await framed.getByText('The page around it has not let you in yet.').waitFor();
    expect(await start(framed).count()).toBe(0);
    await page.evaluate(`newToken().then((token) => framed.setVisitor({ token }))`);
    await start(framed).click();
    await framed.getByText('Welcome!').first().waitFor();
    await hangUp(framed);
    await framed.getByText('To talk again, please reload the page.').waitFor();
    expect(await again(framed).count()).toBe(0);
  });

  it('in a frame asks the page around it for a token, talks, asks for a second one and talks again', async (context) => {
    const token = await operator().token(avatarId);
    await using visited = await open(context, `${site.url}/gives?id=${avatarId}&token=${token}`);
    const { page, framed, tokensGiven } = visited;
    await start(framed).click();
    await framed.getByText('Welcome!').first().waitFor();
    expect(tokensGiven()).toBe(0);
    for (const calls of [1, 2]) {
      await hangUp(framed);
      await again(framed).click();
      await framed.getByText('Welcome!').first().waitFor();
      expect(tokensGiven()).toBe(calls);
    }
    expect(await page.evaluate('reasons')).toEqual(['token_used', 'token_used']);
    expect(visited.complaints).toEqual([]);
  });

  it('with the SDK asks for the first token as well, and fails if the page has none', async (context) => {
    await using visited = await open(context, `${site.url}/sdk`);
    const { page } = visited;
    expect(
      await page.evaluate(`(async () => {
        const avatar = begin('${avatarId}', true);
        avatar.sendMessage('Waits for the call.');
        await avatar.connect();
        await avatar.disconnect();
        await avatar.connect();
        const status = avatar.getConnectionStatus();
        await avatar.dispose();
        return { status, reasons, refusals };
      })()`),
    ).toEqual({ status: 'connected', reasons: ['token_required', 'token_used'], refusals: [] });
    expect(
      await page.evaluate(`(async () => {
        const avatar = begin('${avatarId}', false);
        const code = await avatar.connect().catch(({ code }) => code);
        await avatar.dispose();
        return { code, reasons, refusals };
      })()`),
    ).toEqual({ code: 'token_required', reasons: ['token_required'], refusals: ['token_required'] });
  });

  it('in a widget gets its tokens from an address of the site', async (context) => {
    await using visited = await open(context, `${site.url}/widget?id=${avatarId}`);
    const { framed, tokensGiven } = visited;
    await start(framed).click();
    await framed.getByText('Welcome!').first().waitFor();
    await hangUp(framed);
    await again(framed).click();
    await framed.getByText('Welcome!').first().waitFor();
    await waitFor(async () => tokensGiven() === 2 || undefined, pollOptions);
    expect(visited.complaints).toEqual([]);
  });
});
