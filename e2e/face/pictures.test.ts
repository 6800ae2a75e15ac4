import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faceFiles, loseContext, openFaces, slowly, until } from '../testing/face-page.ts';

const pictures = '**/face-person-*.webp';
const ownFile = readFileSync(new URL('../../packages/face/portraits/omar.webp', import.meta.url));
const mountSlowly = `mount('samuel', { limit: '', width: 32, height: 32 })`;
const isCovered = `stage.querySelector('[data-part="last-frame"]') !== null`;
const fades = `stage.getAnimations({ subtree: true }).length`;
const shown = `[...stage.children].map(({ localName }) => localName)`;

describe('the pictures of a face', () => {
  const open = openFaces(new Map([['own.webp', ownFile]]));
  /** Holds the pictures back until the returned function is called. */
  const hold = async (page: Page): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(pictures, (route) => promise.then(() => route.continue()));
    return resolve;
  };

  it('are those of the most similar preset if a look has none of its own', async (context) => {
    await using visited = await open(context);
    const look = `{ preset: 'nora', hair: { colour: '#3050ff' } }`;
    expect(await visited.page.evaluate(`mount(${look}, { limit: 'still' })`)).toBe('still');
    expect(faceFiles(visited.requests)).toEqual(['face', 'face-portrait', 'face-person-nora']);
  });

  it('are the avatar’s own, if it has any, and those of a preset if they cannot be loaded', async (context) => {
    await using visited = await open(context);
    const own = (portrait: string) =>
      `mount({ preset: 'nora', portrait: '${portrait}' }, { limit: 'still' })`;
    expect(await visited.page.evaluate(own('/own.webp'))).toBe('still');
    expect(visited.requests.filter((url) => url.endsWith('/own.webp'))).toHaveLength(1);
    expect(faceFiles(visited.requests)).not.toContain('face-person-nora');
    expect(await visited.page.evaluate(own('/missing.webp'))).toBe('still');
    expect(faceFiles(visited.requests)).toContain('face-person-nora');
  });

  it('may be missing: then there is no face, and nothing else fails', async (context) => {
    await using visited = await open(context);
    await visited.page.route(pictures, (route) => route.abort());
    expect(await visited.page.evaluate(`mount('mara', { limit: 'still' })`)).toBe('none');
    expect(await visited.page.evaluate(shown)).toEqual([]);
  });

  it('one of them is enough for a list, and it never moves', async (context) => {
    await using visited = await open(context);
    expect(await visited.page.evaluate(`mount('mara', { limit: 'picture' })`)).toBe('still');
    expect(await visited.page.evaluate('loaded.face.stats()')).toMatchObject({ isRunning: false, frames: 0 });
    expect(faceFiles(visited.requests)).toEqual(['face', 'face-portrait', 'face-person-mara']);
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
    expect(await visited.page.evaluate(`[steps, ${shown}]`)).toEqual([['still'], ['div']]);
    expect(visited.complaints).toEqual([]);
  });

  it('may never come: the last frame of a slow 3D face remains as a picture', async (context) => {
    await using visited = await open(context, slowly(300));
    const failures: string[] = [];
    visited.page.on('pageerror', ({ message }) => failures.push(message));
    await visited.page.route(pictures, (route) => route.abort());
    expect(await visited.page.evaluate(mountSlowly)).toBe('face');
    await until(visited.page, 'steps.length > 0');
    expect(await visited.page.evaluate(`[steps, ${shown}, ${fades}]`)).toEqual([['still'], ['div'], 0]);
    await visited.page.evaluate('loaded.face.dispose()');
    expect(await visited.page.evaluate(shown)).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('may never come after a lost context: then there is no face', async (context) => {
    await using visited = await open(context);
    await visited.page.route(pictures, (route) => route.abort());
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
    const file = visited.requests.find((url) => url.includes('face-person'));
    await visited.page.evaluate(`fetch('${file}').then(() => new Promise((r) => setTimeout(r, 300)))`);
    expect(await visited.page.evaluate(`[steps, ${shown}]`)).toEqual([[], []]);
    expect(visited.complaints).toEqual([]);
  });
});
