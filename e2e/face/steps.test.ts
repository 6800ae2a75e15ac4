import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { lookPresetNames } from '../../packages/face/src/look/presets.ts';
import { type RunningService, startService, systemTool } from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { faceFiles, loseContext, openFaces, slowly, until, withoutWebgl } from '../testing/face-page.ts';
import { operatorOf } from '../testing/operator.ts';
import { openBrowser, seriousFindings, visit, webGlFlags } from '../testing/visit.ts';

/** The mouth shape that the pictures show. */
const mouth = `stage.querySelector('[data-part="portrait"]').dataset.mouth`;
const portraits = 'stage.querySelectorAll("[data-part=portrait]").length';

describe('a face that cannot be shown', () => {
  const open = openFaces();

  it.for([
    ['there is no WebGL', withoutWebgl, 'steady'],
    ['WebGL is drawn in software', '', ''],
    ['the page asks for it', '', 'still'],
  ] as const)(
    'is shown in pictures where %s, and neither renderer nor 3D shapes are even loaded',
    async ([, before, limit], context) => {
      await using visited = await open(context, before);
      expect(await visited.page.evaluate(`mount('kenji', { limit: '${limit}' })`)).toBe('still');
      expect(await visited.page.evaluate(portraits)).toBe(1);
      expect(faceFiles(visited.requests)).toEqual(['face', 'face-portrait', 'face-person-kenji']);
      expect(visited.complaints).toEqual([]);
    },
  );

  it('shows every preset and opens and shuts its mouth with the speech', async (context) => {
    await using visited = await open(context);
    for (const name of lookPresetNames) {
      const shown = await visited.page.evaluate<string[]>(`(async () => {
        await mount('${name}', { limit: 'still' });
        let heardMs = -1000;
        const shown = [];
        loaded.face.speak(['aa', 'PP', 'O'].map((viseme, i) => ({ viseme, startMs: 300 * i, durationMs: 300 })), () => heardMs);
        for (heardMs of [150, 450, 750]) {
          await new Promise((r) => setTimeout(r, 120));
          await frames(2);
          shown.push(${mouth});
        }
        loaded.face.dispose();
        return shown;
      })()`);
      expect.soft(shown, name).toEqual(['aa', 'PP', 'O']);
    }
    expect(visited.complaints).toEqual([]);
  });

  it('loads at most 300 KB beside the scripts', async (context) => {
    await using visited = await open(context, withoutWebgl);
    for (const name of lookPresetNames) {
      const before = visited.requests.length;
      await visited.page.evaluate(`mount('${name}').then(() => loaded.face.dispose())`);
      const others = visited.requests.slice(before).filter((url) => !url.endsWith('.js'));
      const bytes = await visited.page.evaluate<number>(
        `Promise.all(${JSON.stringify(others)}.map((url) => fetch(url).then((file) => file.arrayBuffer())))
          .then((files) => files.reduce((sum, { byteLength }) => sum + byteLength, 0))`,
      );
      expect.soft(bytes, name).toBeGreaterThan(50_000);
      expect.soft(bytes, name).toBeLessThanOrEqual(300_000);
    }
  });

  it('becomes pictures when the graphics context is lost', async (context) => {
    await using visited = await open(context);
    expect(await visited.page.evaluate(`mount('nora')`)).toBe('face');
    await visited.page.evaluate(loseContext);
    await until(visited.page, 'steps.length === 1');
    expect(await visited.page.evaluate(`[steps, stage.childElementCount, ${portraits}]`)).toEqual([
      ['still'],
      1,
      1,
    ]);
  });

  it('fades into pictures when frames come too slowly, and stays there', async (context) => {
    await using visited = await open(context, slowly(300));
    expect(await visited.page.evaluate(`mount('samuel', { limit: '', width: 32, height: 32 })`)).toBe('face');
    await until(visited.page, 'steps.length > 0');
    expect(await visited.page.evaluate('covered')).toBe(1);
    await until(visited.page, 'stage.childElementCount === 1');
    expect(await visited.page.evaluate(`[steps, ${portraits}]`)).toEqual([['still'], 1]);
  });

  it('is shown in pictures if the renderer cannot be loaded', async (context) => {
    await using visited = await open(context);
    await visited.page.route('**/face-webgl-*.js', (route) => route.abort());
    expect(await visited.page.evaluate(`mount('mara')`)).toBe('still');
  });

  it('is not shown if the page asks for no face', async (context) => {
    await using visited = await open(context);
    expect(await visited.page.evaluate(`mount('mara', { limit: 'none' })`)).toBe('none');
    expect(await visited.page.evaluate('stage.childElementCount')).toBe(0);
  });
});

describe('the face on the avatar’s page', () => {
  let service: RunningService;
  let browser: Browser | undefined;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });
  const open = async (context: TestContext, avatarId: string, before = '') => {
    browser ??= await openBrowser(systemTool(context, 'chromium'), ...webGlFlags);
    return await visit(
      browser,
      `${service.url}/avatar/${avatarId}?micOff`,
      { width: 420, height: 640 },
      before,
    );
  };

  it('opens and shuts its mouth while the greeting is heard', async (context) => {
    const avatarId = await operatorOf(service).avatar({
      name: 'Lips',
      look: 'leo',
      greeting: 'Papa is far away. Mama can talk.',
    });
    await using visited = await open(context, avatarId);
    const { page } = visited;
    await page.locator('#stage [data-part=portrait]').waitFor();
    await page.evaluate(`
      window.stage = document.getElementById('stage');
      window.turns = ['at first shut'];
      new MutationObserver(() => {
        const isOpen = ['aa', 'E', 'O'].includes(${mouth});
        if (isOpen && turns.at(-1) !== 'open') turns.push('open');
        if (['PP', 'sil'].includes(${mouth}) && turns.at(-1) === 'open') turns.push('shut');
      }).observe(stage, { attributes: true, subtree: true });`);
    await page.getByRole('button', { name: 'Start talking' }).click();
    await until(page, 'turns.length >= 4');
    expect(await page.evaluate('turns.slice(0, 4)')).toEqual(['at first shut', 'open', 'shut', 'open']);
    await page.getByText('Mama can talk.').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  it('is drawn in three dimensions under the page’s own policy', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Drawn', look: 'samuel' });
    const steady = `document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') document.getElementById('stage').dataset.face = 'steady';
    });`;
    await using visited = await open(context, avatarId, steady);
    await visited.page.locator('#stage canvas').waitFor();
    expect(visited.complaints).toEqual([]);
  });

  it('may be missing altogether: the conversation continues', async (context) => {
    await using customer = await startCustomer(() => 'Here I am.');
    const avatarId = await operatorOf(service).avatar({ name: 'Faceless', endpointUrl: customer.url });
    await using visited = await open(context, avatarId);
    const { page } = visited;
    await page.route('**/sdk/face.js', (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByLabel('Your message').fill('Anybody?');
    await page.keyboard.press('Enter');
    await page.getByText('Here I am.').first().waitFor();
    // The small picture stays.
    expect(await page.locator('#stage > :not(.waiting)').count()).toBe(0);
  });
});
