import type { Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { countResources, withoutWebgl } from './resource-count.ts';
import { type Scene, startScene } from './scene.ts';
import { startSite } from './site.ts';
import { visit } from './visit.ts';

/** An event that the page received from the SDK. */
export type Told = { readonly name: string; readonly details: Readonly<Record<string, unknown>> };

/** An integrator's page: it collects the events in a list and keeps the SDK object. */
const plainPage = (service: string) => `<!doctype html><html lang="en"><title>Shop</title>
  <div id="face" style="width: 160px; height: 120px"></div><div id="second"></div>
  <script src="${service}/sdk/parley.js"></script>
  <script>
    window.told = [];
    window.begin = (avatarId, elementId = 'face') => {
      const parley = Parley.Builder().setAvatarId(avatarId).setUserName('Grace').setCustomString('basket=3')
        .registerVideoElements({ remoteVideo: elementId }).build();
      for (const name of ['auth-success', 'auth-fail', 'websocket-connect', 'avatar-speech', 'avatar-transcript', 'interrupted',
        'connection:state-changed', 'agent:message', 'avatar:state-changed', 'avatar:load-progress', 'platform:state-changed',
        'media:speaker-state-changed', 'speaker-update', 'mic-update', 'media-disconnected', 'error', 'end']) parley.on(name, (details) => told.push({ name, details }));
      return parley;
    };
  </script></html>`;

const modulePage = (
  service: string,
) => `<!doctype html><html lang="en"><title>Shop</title><script type="module">
  import { Builder, ParleyError } from '${service}/sdk/parley.mjs';
  Object.assign(window, { Builder, ParleyError });
</script></html>`;

const videoPage = (service: string) =>
  plainPage(service)
    .replace('<div id="face"', '<video data-face="steady" id="face"')
    .replace('></div>', '></video>');

/** No element has a size of its own, except the hidden one. */
const barePage = (service: string) =>
  plainPage(service).replace(
    /<div id="face".*?<\/div>/,
    `<div id="face"></div><span id="inline"></span>
     <section hidden><div id="hidden" style="width: 300px; height: 200px"></div></section>`,
  );

/** A customer's site that uses the SDK of a running service: the pages `/`, `/bare`, `/module` and `/video`. */
export async function startSdkScene(...browserFlags: readonly string[]) {
  await using started = new AsyncDisposableStack();
  const scene: Scene = started.use(await startScene(...browserFlags));
  const { url } = scene.service;
  const pages = {
    '/': plainPage(url),
    '/bare': barePage(url),
    '/module': modulePage(url),
    '/video': videoPage(url),
  };
  const site = started.use(await startSite(pages));
  const kept = started.move();
  return {
    ...scene,
    /** `drawn`: with WebGL. */
    async open(context: TestContext, path: keyof typeof pages = '/', drawn = false) {
      const before = drawn ? countResources : withoutWebgl + countResources;
      return await visit(await scene.browser(context), site.url + path, { width: 800, height: 600 }, before);
    },
    /** Requests to other hosts than the service and the site. */
    foreign: (requests: readonly string[]): string[] =>
      requests.filter(
        (each) =>
          !each.startsWith('data:') &&
          ![url, site.url].some((home) => new URL(home).host === new URL(each).host),
      ),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

export type SdkScene = Awaited<ReturnType<typeof startSdkScene>>;

/** The events that the page has received so far, with one name or all. */
export const told = async (page: Page, name?: string): Promise<Told[]> =>
  (await page.evaluate<Told[]>('window.told')).filter((each) => name === undefined || each.name === name);
