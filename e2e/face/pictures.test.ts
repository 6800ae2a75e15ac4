import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faceFiles, loseContext, openFaces, slowly, until } from '../testing/face-page.ts';

const tracings = '**/face-tracing-*.js';
const own = `{ preset: 'nora', hair: { style: 'ponytail' } }`;
const mountSlowly = `mount('samuel', { limit: '', width: 32, height: 32 })`;
const isCovered = `stage.querySelector('[data-part="last-frame"]') !== null`;
const fades = `stage.getAnimations({ subtree: true }).length`;
const shown = `[...stage.children].map(({ localName }) => localName)`;

describe('the outlines of a still drawing', () => {
  const open = openFaces();
  /** Holds the outlines back until the returned function is called. */
  const hold = async (page: Page): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(tracings, (route) => promise.then(() => route.continue()));
    return resolve;
  };

  it('are those of a preset in other colours', async (context) => {
    await using visited = await open(context);
    const look = `{ preset: 'nora', hair: { colour: '#3050ff' }, glasses: { style: 'round' } }`;
    expect(await visited.page.evaluate(`mount(${look}, { limit: 'still' })`)).toBe('still');
    expect(faceFiles(visited.requests)).toEqual(['face', 'face-flat', 'face-tracing-nora']);
    expect(await visited.page.evaluate(`stage.innerHTML.includes('#3050ff')`)).toBe(true);
  });

  it('are traced in the browser for a custom combination', async (context) => {
    await using visited = await open(context);
    expect(await visited.page.evaluate(`mount(${own}, { limit: 'still' })`)).toBe('still');
    expect(await visited.page.evaluate(shown)).toEqual(['svg']);
    expect(faceFiles(visited.requests)).toContain('face-trace');
    expect(faceFiles(visited.requests).join()).not.toMatch(/tracing|webgl/);
    expect(visited.complaints).toEqual([]);
  });

  it('may be missing: then there is no face, and nothing else fails', async (context) => {
    await using visited = await open(context);
    await visited.page.route(/face-trac/, (route) => route.abort());
    for (const look of [`'mara'`, own])
      expect(await visited.page.evaluate(`mount(${look}, { limit: 'still' })`)).toBe('none');
    expect(await visited.page.evaluate(shown)).toEqual([]);
  });

  it('come with a 3D face, which then needs no network to step down', async (context) => {
    await using visited = await open(context);
    const loaded = visited.page.waitForResponse(tracings);
    expect(await visited.page.evaluate(`mount('samuel', small)`)).toBe('face');
    await (await loaded).finished();
    await visited.page.context().setOffline(true);
    await visited.page.evaluate(loseContext);
    await until(visited.page, 'steps.length > 0');
    expect(await visited.page.evaluate(`[steps, ${shown}]`)).toEqual([['still'], ['svg']]);
  });

  it('may come late: the last frame of a slow 3D face stays until then', async (context) => {
    await using visited = await open(context, slowly(300));
    const release = await hold(visited.page);
    expect(await visited.page.evaluate(mountSlowly)).toBe('face');
    await until(visited.page, isCovered);
    expect(await visited.page.evaluate(`[steps, ${shown}, ${fades}]`)).toEqual([[], ['canvas'], 0]);
    release();
    await until(visited.page, 'steps.length > 0');
    expect(await visited.page.evaluate('covered')).toBe(1);
    await until(visited.page, `!(${isCovered})`);
    expect(await visited.page.evaluate(`[steps, ${shown}]`)).toEqual([['still'], ['svg']]);
    expect(visited.complaints).toEqual([]);
  });

  it('may never come: the last frame of a slow 3D face remains as a picture', async (context) => {
    await using visited = await open(context, slowly(300));
    const failures: string[] = [];
    visited.page.on('pageerror', ({ message }) => failures.push(message));
    await visited.page.route(tracings, (route) => route.abort());
    expect(await visited.page.evaluate(mountSlowly)).toBe('face');
    await until(visited.page, 'steps.length > 0');
    expect(await visited.page.evaluate(`[steps, ${shown}, ${fades}]`)).toEqual([['still'], ['canvas'], 0]);
    await visited.page.evaluate('loaded.face.dispose()');
    expect(await visited.page.evaluate(shown)).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('may never come after a lost context: then there is no face', async (context) => {
    await using visited = await open(context);
    await visited.page.route(tracings, (route) => route.abort());
    expect(await visited.page.evaluate(`mount('samuel', small)`)).toBe('face');
    await visited.page.evaluate(loseContext);
    await until(visited.page, 'steps.length > 0');
    expect(await visited.page.evaluate(`[steps, ${shown}]`)).toEqual([['none'], []]);
  });

  it('are not drawn if the face was removed while they loaded', async (context) => {
    await using visited = await open(context, slowly(300));
    const release = await hold(visited.page);
    expect(await visited.page.evaluate(mountSlowly)).toBe('face');
    await until(visited.page, isCovered);
    await visited.page.evaluate('loaded.face.dispose()');
    expect(await visited.page.evaluate(shown)).toEqual([]);
    release();
    const file = visited.requests.find((url) => url.includes('face-tracing'));
    await visited.page.evaluate(`import('${file}').then(() => new Promise((r) => setTimeout(r)))`);
    expect(await visited.page.evaluate(`[steps, ${shown}]`)).toEqual([[], []]);
    expect(visited.complaints).toEqual([]);
  });
});
