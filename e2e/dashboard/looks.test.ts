import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPortraitFile, presets } from '../../packages/face/src/rules.ts';
import { tinyHead } from '../../packages/face/src/testing/tiny-model.ts';
import { glb } from '../../server/src/avatars/testing/glb.ts';
import { waitFor } from '../../server/src/processes/index.ts';
import {
  pollOptions,
  type RunningService,
  startService,
  systemTool,
} from '../../server/src/testing/index.ts';
import { signIn } from '../testing/dashboard.ts';
import { operatorOf } from '../testing/operator.ts';
import { openBrowser, seriousFindings, webGlFlags } from '../testing/visit.ts';

type Info = { look: string | { hair: { style: string; colour: string } }; model: { format: string } | null };

describe('how an avatar looks', () => {
  let service: RunningService;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await startService({ env: { MODEL_MAX_MB: '3' } });
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });
  const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

  it('is changed part by part beside the face, and stored', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const avatar = await operatorOf(service).avatar({ name: 'Changing', look: 'mara' });
    await using dashboard = await signIn(browser, service);
    const { page } = dashboard;
    const read = () =>
      page.evaluate<Info>(
        `fetch('/v1/accounts/${dashboard.account}/avatars/${avatar}').then((answer) => answer.json())`,
      );
    await page.goto(dashboard.at(`/avatars/${avatar}/general`));
    const preview = page.getByRole('img', { name: 'Preview of the face' });
    await preview.locator('svg, canvas').first().waitFor();
    const drawing = () =>
      preview
        .locator('svg, canvas')
        .first()
        .evaluate((element) => element.outerHTML);
    const before = await drawing();

    await page.getByRole('button', { name: 'Change details' }).click();
    await page.getByRole('button', { name: 'Hair', exact: true }).click();
    const hair = page.getByRole('region', { name: 'Hair' });
    await hair.getByLabel('Style').selectOption('afro');
    await hair.getByLabel('Colour').fill('#112233');
    await expect.poll(drawing).not.toBe(before);
    await page.getByRole('button', { name: 'Skin and age' }).click();
    await page.getByRole('slider', { name: 'Age' }).press('End');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. The change applies to new sessions.').waitFor();
    expect((await read()).look).toMatchObject({ age: 90, hair: { style: 'afro', colour: '#112233' } });

    await page.reload();
    await page.getByRole('radio', { name: 'custom' }).waitFor();
    expect(await page.getByRole('radio', { name: 'custom' }).isChecked()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Clothes' }).click();
    expect(await page.evaluate<number>(tooWide)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('radio', { name: 'nora', exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. The change applies to new sessions.').waitFor();
    expect((await read()).look).toBe('nora');
    expect(dashboard.complaints).toEqual([]);
  });

  it('may be an uploaded model: refused with an explanation, shown and removed', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const avatar = await operatorOf(service).avatar({ name: 'Modelled' });
    await using dashboard = await signIn(browser, service, { width: 390, theme: 'dark' });
    const { page } = dashboard;
    await page.goto(dashboard.at(`/avatars/${avatar}/general`));
    const panel = page.getByRole('region', { name: 'Own model' });
    const file = panel.locator('input[type=file]');
    const give = (buffer: Buffer) =>
      file.setInputFiles({ name: 'head.glb', mimeType: 'model/gltf-binary', buffer });

    await give(Buffer.from('this is no model'));
    await panel.getByText('it is not a GLB or VRM file').waitFor();
    await panel.getByText('up to 3 MB').waitFor();
    await give(Buffer.alloc(3 * 1024 * 1024 + 1));
    await panel.getByText('The limit is 3 MB').waitFor();
    await give(glb());
    await panel.getByText('Triangles').waitFor();
    expect(await panel.getByRole('alert').count()).toBe(0);
    expect(await page.evaluate<number>(tooWide)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);

    await panel.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await panel.getByRole('button', { name: 'Choose a file' }).waitFor();
    const entries = await page.evaluate<{ items: { action: string }[] }>(
      `fetch('/v1/accounts/${dashboard.account}/audit').then((answer) => answer.json())`,
    );
    expect(entries.items.slice(0, 2).map(({ action }) => action)).toEqual([
      'avatars.removeModel',
      'avatars.putModel',
    ]);
    // The browser itself logs the refused file.
    expect(dashboard.complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  it('is drawn in pictures for visitors without 3D as soon as an owner opens it', async (context) => {
    await using drawing = await openBrowser(systemTool(context, 'chromium'), ...webGlFlags);
    const operator = operatorOf(service);
    const avatar = await operator.avatar({ name: 'Pictured' });
    const params = { account: await operator.account(), avatar };
    const model = new Blob([tinyHead(['jawOpen', 'eyeBlinkLeft'])]);
    await operator.call('avatars.putModel', { params, body: model });
    await using dashboard = await signIn(drawing, service, { webgl: true });
    await dashboard.page.goto(dashboard.at(`/avatars/${avatar}/brain`));
    await dashboard.page.getByText('Drawing pictures of this face').waitFor();
    const stored = async () => (await operator.call('avatars.get', { params })).portraitUrl ?? undefined;
    const url = await waitFor(stored, pollOptions);
    await dashboard.page.getByText('Drawing pictures of this face').waitFor({ state: 'hidden' });
    const file = new Uint8Array(await (await fetch(String(url))).arrayBuffer());
    expect(isPortraitFile(file)).toBe(true);
    expect(dashboard.complaints.filter((text) => !/GPU|GL Driver/.test(text))).toEqual([]);
  });

  it('says that a browser cannot draw its pictures, and who is seen until then', async (context) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const look = { ...presets.mara, age: 77 };
    const avatar = await operatorOf(service).avatar({ name: 'Unpictured', look });
    await using dashboard = await signIn(browser, service);
    await dashboard.page.goto(dashboard.at(`/avatars/${avatar}/general`));
    await dashboard.page.getByText('could not draw the pictures of this face').waitFor();
  });
});
