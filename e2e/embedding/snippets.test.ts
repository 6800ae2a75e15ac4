import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { startSite } from '../testing/site.ts';
import { bundledSnippet, fillIn, type Snippet, snippets } from '../testing/snippets.ts';
import { visit } from '../testing/visit.ts';

/** Records the sentences that the service sends, in the page and in its frames. */
const noteSentences = `{
  window.sentences = [];
  window.WebSocket = new Proxy(WebSocket, { construct(Real, args) {
    const socket = new Real(...args);
    socket.addEventListener('message', ({ data }) => {
      const frame = typeof data === 'string' ? JSON.parse(data) : {};
      if (frame.type === 'sentence') sentences.push(frame.text);
    });
    return socket;
  } });
}`;

const sentencesIn = async (page: Page): Promise<string[]> =>
  (
    await Promise.all(page.frames().map((frame) => frame.evaluate<string[]>('window.sentences ?? []')))
  ).flat();

/** Uses the snippet's result like a visitor. */
async function talk(page: Page, code: string): Promise<void> {
  if (code.includes('widget.js')) await page.getByRole('button', { name: 'Talk to us' }).click();
  if (code.includes('>Talk</button>')) await page.getByRole('button', { name: 'Talk' }).click();
  const isFramed = /widget\.js|<iframe/.test(code);
  const start = page.frameLocator('iframe').getByRole('button', { name: 'Start talking' });
  if (isFramed && !code.includes('.connect()')) await start.click();
  await expect.poll(() => sentencesIn(page)).toContain('Welcome!');
  if (isFramed) {
    await page.frameLocator('iframe').getByLabel('Your message').fill('tides');
    await page.frameLocator('iframe').getByLabel('Your message').press('Enter');
  } else if (code.includes('>Ask</button>')) await page.getByRole('button', { name: 'Ask' }).click();
  else if (!/type="module"|@parley\/react/.test(code)) await page.evaluate(`avatar.sendMessage('tides')`);
  else return;
  await expect.poll(() => sentencesIn(page)).toContain('Here is your answer.');
}

describe('snippets that people paste, read from the files themselves', () => {
  let scene: Scene;
  let customer: Awaited<ReturnType<typeof startCustomer>>;
  beforeAll(async () => {
    scene = await startScene();
    customer = await startCustomer(() => 'Here is your answer.');
  });
  afterAll(async () => {
    await customer[Symbol.asyncDispose]();
    await scene[Symbol.asyncDispose]();
  });

  const run = async (context: TestContext, { code, language }: Snippet, isPrivate: boolean) => {
    const { url } = scene.service;
    const operator = operatorOf(scene.service);
    const settings = { name: 'Ada', private: isPrivate, endpointUrl: customer.url, greeting: 'Welcome!' };
    const avatarId = await operator.avatar(settings);
    const token = isPrivate ? await operator.token(avatarId) : '';
    const pasted = fillIn(code, { service: url, avatarId, token });
    const script = language === 'jsx' ? await bundledSnippet(pasted, token) : '';
    const body =
      language === 'jsx' ? '<div id="root"></div><script type="module" src="/app.js"></script>' : pasted;
    await using site = await startSite({
      '/': `<!doctype html><html lang="en"><title>Shop</title><body>${body}</body></html>`,
      '/app.js': { type: 'text/javascript', body: script },
    });
    const browser = await scene.browser(context);
    const size = { width: 800, height: 700 };
    await using visited = await visit(browser, site.url, size, withoutWebgl + noteSentences);
    const { page } = visited;
    await talk(page, pasted);
    if (!/<iframe|widget\.js/.test(code)) {
      const drawn = `document.querySelector('#face > *, #avatar > *, [aria-hidden] > [data-part=portrait]')?.getBoundingClientRect().height > 100`;
      await page.waitForFunction(drawn);
    }
    expect(visited.complaints).toEqual([]);
  };

  const forPublic = snippets.filter(
    ({ title, code }) => !title.includes('private') && !code.includes('onTokenNeeded'),
  );
  it.for(forPublic)('$title', (snippet, context) => run(context, snippet, false));

  it.for(snippets.filter(({ code }) => /token/i.test(code)))('$title, with a token', (snippet, context) =>
    run(context, snippet, true),
  );
});
