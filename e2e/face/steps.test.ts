import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { lookPresetNames } from '../../packages/face/src/look/presets.ts';
import { type RunningService, startService, systemTool } from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { faceFiles, loseContext, openFaces, slowly, until, withoutWebgl } from '../testing/face-page.ts';
import { operatorOf } from '../testing/operator.ts';
import { openBrowser, seriousFindings, visit, webGlFlags } from '../testing/visit.ts';

/** How far the mouth of a still drawing is open. At rest, the line of the lips alone has a height of about 3. */
const opening = `Math.round(stage.querySelector('[data-part="mouth-opening"]').getBBox().height)`;

describe('a face that cannot be shown', () => {
  const open = openFaces();

  it.for([
    ['there is no WebGL', withoutWebgl, 'steady'],
    ['WebGL is drawn in software', '', ''],
    ['the page asks for it', '', 'still'],
  ] as const)(
    'is a still drawing where %s, and neither renderer nor 3D shapes are even loaded',
    async ([, before, limit], context) => {
      await using visited = await open(context, before);
      expect(await visited.page.evaluate(`mount('kenji', { limit: '${limit}' })`)).toBe('still');
      expect(await visited.page.evaluate('stage.querySelectorAll("svg").length')).toBe(1);
      expect(faceFiles(visited.requests)).toEqual(['face', 'face-flat', 'face-tracing-kenji']);
      expect(visited.complaints).toEqual([]);
    },
  );

  it('draws every preset and opens and shuts its mouth with the speech', async (context) => {
    await using visited = await open(context);
    for (const name of lookPresetNames) {
      const [aa, PP, O] = await visited.page.evaluate<number[]>(`(async () => {
        await mount('${name}', { limit: 'still' });
        let heardMs = -1000;
        const openings = [];
        loaded.face.speak(['aa', 'PP', 'O'].map((viseme, i) => ({ viseme, startMs: 300 * i, durationMs: 300 })), () => heardMs);
        for (heardMs of [150, 450, 750]) {
          await new Promise((r) => setTimeout(r, 120));
          await frames(2);
          openings.push(${opening});
        }
        loaded.face.dispose();
        return openings;
      })()`);
      expect.soft(aa, name).toBeGreaterThan(12);
      expect.soft(PP, name).toBeLessThan(6);
      expect.soft(O, name).toBeGreaterThan(8);
    }
    expect(visited.complaints).toEqual([]);
  });

  it('becomes a still drawing when the graphics context is lost', async (context) => {
    await using visited = await open(context);
    expect(await visited.page.evaluate(`mount('nora')`)).toBe('face');
    await visited.page.evaluate(loseContext);
    await until(visited.page, 'steps.length === 1');
    expect(
      await visited.page.evaluate(
        '[steps, stage.querySelectorAll("canvas").length, stage.querySelectorAll("svg").length]',
      ),
    ).toEqual([['still'], 0, 1]);
  });

  it('fades into a still drawing when frames come too slowly, and stays one', async (context) => {
    await using visited = await open(context, slowly(300));
    expect(await visited.page.evaluate(`mount('samuel', { limit: '', width: 32, height: 32 })`)).toBe('face');
    await until(visited.page, 'steps.length > 0');
    expect(await visited.page.evaluate('covered')).toBe(1);
    await until(visited.page, 'stage.querySelectorAll("canvas").length === 0');
    expect(await visited.page.evaluate('[steps, stage.querySelectorAll("svg").length]')).toEqual([
      ['still'],
      1,
    ]);
  });

  it('is a still drawing if the renderer cannot be loaded', async (context) => {
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
    await page.locator('#stage svg').waitFor();
    await page.evaluate(`
      window.stage = document.getElementById('stage');
      window.turns = ['at first ' + (${opening} < 6 ? 'shut' : 'open')];
      new MutationObserver(() => {
        const height = ${opening};
        if (height > 8 && turns.at(-1) !== 'open') turns.push('open');
        if (height < 6 && turns.at(-1) === 'open') turns.push('shut');
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
    expect(await page.locator('#stage > *').count()).toBe(0);
  });
});
