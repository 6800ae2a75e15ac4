import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guideAddress, guides } from '../../server/src/http/index.ts';
import { checkLayout, views } from '../testing/check-layout.ts';
import { startCustomer } from '../testing/customer.ts';
import { openDashboard } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { type Scene, startScene } from '../testing/scene.ts';

describe('every page that needs no sign-in', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  /** Every page of `/docs`, as its navigation lists them. */
  const docsPages = async (page: Page): Promise<string[]> => {
    await page.goto(`${scene.service.url}/docs`);
    const paths = await page.evaluate<string[]>(
      '[...document.querySelectorAll(\'a[href^="/docs"]\')].map((link) => link.pathname)',
    );
    return [...new Set(['/docs', ...paths])];
  };

  it.for(views)(
    '/ and /docs with its guides, at every width, $theme and $direction, fit and pass axe',
    async (view, context) => {
      await using window = await openDashboard(await scene.browser(context), view);
      const { page } = window;
      const paths = await docsPages(page);
      expect(paths).toEqual(expect.arrayContaining(guides.map(({ file }) => guideAddress(file))));
      const problems: string[] = [];
      for (const path of ['/', ...paths]) {
        await page.goto(scene.service.url + path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        problems.push(...(await checkLayout(page, path, window.complaints, view)));
      }
      expect(problems).toEqual([]);
    },
  );

  it.for(views)(
    'an avatar’s page before, in and after a call, at every width, $theme and $direction, fits and passes axe',
    async (view, context) => {
      const { theme, direction } = view;
      await using customer = await startCustomer(
        (message) =>
          `About ${message}: **all** is well. Run \`npm start\`.\n\n\`\`\`sh\n${'npm '.repeat(40)}\n\`\`\``,
      );
      const avatar = await operatorOf(scene.service).avatar({
        name: 'Ada',
        endpointUrl: customer.url,
        askForRating: true,
        maxSessionDuration: 600,
      });
      await using window = await openDashboard(await scene.browser(context), { theme });
      const { page, complaints } = window;
      const address = (id: string) =>
        `${scene.service.url}/avatar/${id}?micOff&locale=${direction === 'rtl' ? 'ar' : 'en'}`;
      const phase = (name: string) => page.locator(`main[data-phase=${name}]`).waitFor();

      await page.goto(address(avatar));
      await phase('ready');
      expect(await page.evaluate('document.documentElement.dir')).toBe(direction);
      const problems = await checkLayout(page, 'before the call', complaints, view);
      await page.locator('#start').click();
      await phase('live');
      await page.locator('#text').fill('tides');
      await page.keyboard.press('Enter');
      await page.locator('#history code').nth(1).waitFor();
      problems.push(...(await checkLayout(page, 'in the call', complaints, view)));
      await page.locator('#hang').click();
      await phase('ended');
      await page.locator('#rating form').waitFor();
      problems.push(...(await checkLayout(page, 'after the call', complaints, view)));

      await page.goto(address('9999999'));
      await phase('unknown');
      // This page is answered with 404 on purpose.
      const unexpected = complaints.splice(0).filter((text) => !text.includes('404'));
      problems.push(...(await checkLayout(page, 'an unknown avatar', unexpected, view)));
      expect(problems).toEqual([]);
    },
  );
});
