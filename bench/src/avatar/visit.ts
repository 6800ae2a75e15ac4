import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

type Tools = {
  readonly systemTools: readonly { readonly name: string; readonly commands: readonly string[] }[];
  findProgram(commands: readonly string[]): string | undefined;
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
const faceLimitMs = 60_000;
const lookEveryMs = 50;

/** Records the time of the click and the time for which the page schedules the first sound. */
const watchSound = `{
  addEventListener('click', () => { window.clickedAt ??= performance.now(); }, true);
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (when = 0, ...rest) {
    const waitMs = Math.max(0, when - this.context.currentTime) * 1000;
    window.soundAt ??= performance.now() + waitMs;
    return start.call(this, when, ...rest);
  };
}`;

/** Shows the 3D face, which is the largest one, even without a graphics card. */
const drawInAnyCase = `new MutationObserver((_, watch) => {
  const stage = document.getElementById('stage');
  if (stage === null) return;
  stage.dataset.face = 'steady';
  watch.disconnect();
}).observe(document, { childList: true, subtree: true });`;

const withoutWebgl = `{
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return String(kind).startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
  };
}`;

export type PageVisits = AsyncDisposable & {
  /** Everything that was loaded until the 3D face was shown, compressed by gzip, in a browser with an empty cache. */
  bytesUntilFace(): Promise<number>;
  /** The same until the pictures of the face were shown and the call could begin, in a browser without WebGL. */
  bytesUntilPictures(): Promise<number>;
  /** From the click to the first sound of the greeting, with everything in the browser's cache. */
  joinToFirstSoundMs(): Promise<number>;
};

export async function openVisits(url: string): Promise<PageVisits> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: flags });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(watchSound);
  return {
    bytesUntilFace: () => bytesUntil(context, url, drawInAnyCase, '#stage canvas'),
    bytesUntilPictures: async () => {
      const fresh = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const bytes = await bytesUntil(
        fresh,
        url,
        withoutWebgl,
        '#stage [data-part=portrait]',
        '#start:not([disabled])',
      );
      await fresh.close();
      return bytes;
    },
    joinToFirstSoundMs: () => joinToFirstSoundMs(context, url),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function bytesUntil(
  context: BrowserContext,
  url: string,
  before: string,
  ...shown: readonly string[]
): Promise<number> {
  const page = await context.newPage();
  const bodies: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith('http')) bodies.push(gzippedSize(response.body()));
  });
  await page.addInitScript(before);
  await page.goto(url);
  for (const selector of shown) await faceShown(page, selector);
  const sizes = await Promise.all(bodies);
  await page.close();
  return sizes.reduce((sum, size) => sum + size, 0);
}

const gzippedSize = async (body: Promise<Buffer>): Promise<number> =>
  gzipSync(await body.catch(() => Buffer.alloc(0)), { level: 9 }).length;

const faceShown = (page: Page, selector: string): Promise<unknown> =>
  page.waitForSelector(selector, { state: 'attached', timeout: faceLimitMs });

async function joinToFirstSoundMs(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(url);
  const start = page.locator('#start:not([disabled])');
  await start.waitFor({ timeout: faceLimitMs });
  await faceShown(page, '#stage canvas');
  await start.click();
  const ms = await soundAfterClick(page);
  await page.close();
  return ms;
}

/** Polls, because the page's policy forbids a wait inside the page. */
async function soundAfterClick(page: Page): Promise<number> {
  const end = performance.now() + faceLimitMs;
  while (performance.now() < end) {
    const ms = await page.evaluate<number | null>(
      'window.soundAt ? window.soundAt - window.clickedAt : null',
    );
    if (ms !== null) return ms;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  throw new Error('nothing was heard after the click');
}

async function findChromium(): Promise<string> {
  const { findProgram, systemTools }: Tools = await import(`${root}/scripts/lib/checks/tools.mjs`);
  const commands = systemTools.find(({ name }) => name === 'Chromium')?.commands ?? [];
  const found = process.env.PARLEY_CHROMIUM || findProgram(commands);
  if (found === undefined) throw new Error('this bench needs Chromium: install it, or set PARLEY_CHROMIUM');
  return found;
}
