import type { Browser, Frame, Page } from 'playwright-core';
import { withoutWebgl } from './resource-count.ts';
import { type Part, startScreencast } from './screencast.ts';
import { findings, newContext } from './visit.ts';

export type Embedding = 'page' | 'frame' | 'widget';
export type Theme = 'light' | 'dark';
export type Size = { readonly width: number; readonly height: number };

export const embeddings: readonly Embedding[] = ['page', 'frame', 'widget'];
export const themes: readonly Theme[] = ['light', 'dark'];
export const sizes: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 640, height: 480 },
  { width: 390, height: 844 },
  { width: 390, height: 460 },
  { width: 360, height: 570 },
];

/** Pages of a customer that show the avatar whose ID and theme are in their address. */
export const embeddingPages = (service: string): Readonly<Record<string, string>> => {
  const head = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
    <style>:root { color-scheme: light dark } body { margin: 0 }
    iframe { display: block; width: 100vw; height: 100vh; border: 0 }
    h1 { position: absolute; margin: 0; clip-path: inset(50%) }</style><main><h1>Shop</h1></main>`;
  const asked = 'const asked = new URLSearchParams(location.search);';
  return {
    '/frame': `${head}<script>${asked}
      const frame = document.createElement('iframe');
      Object.assign(frame, { title: 'Avatar', allow: 'microphone; autoplay; fullscreen' });
      frame.src = '${service}/avatar/' + asked.get('id') + '?micOff&theme=' + asked.get('theme');
      document.querySelector('main').append(frame);</script>`,
    '/widget': `${head}<script>${asked}
      const script = document.createElement('script');
      Object.assign(script.dataset, { avatar: asked.get('id'), theme: asked.get('theme'), micOff: '', open: '' });
      script.src = '${service}/sdk/widget.js';
      document.body.append(script);</script>`,
  };
};

export type LongCall = {
  readonly embedding: Embedding;
  readonly theme: Theme;
  readonly size: Size;
  /** The address of the page, of the frame or of the widget. */
  readonly url: string;
  /** False: without 3D, which takes long in software. */
  readonly isDrawn: boolean;
  /** What the visitor writes. Each message is answered. */
  readonly messages: readonly string[];
};

/** Puts the 3D face on the stage although this machine draws in software. */
const steadyFace = `new MutationObserver((_, observer) => {
  const stage = document.getElementById('stage');
  if (stage === null) return;
  stage.dataset.face = 'steady';
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });`;

/** Notes every height that the stage has, and how far the document could be scrolled. */
const watchLayout = `
  window.seen = { heights: new Set(), scroll: 0, captions: new Set() };
  const root = document.scrollingElement;
  const look = () => {
    seen.heights.add(document.getElementById('stage')?.getBoundingClientRect().height);
    seen.captions.add(document.getElementById('captions')?.offsetHeight ?? 0);
    seen.scroll = Math.max(seen.scroll, root.scrollHeight - root.clientHeight, root.scrollWidth - root.clientWidth);
    requestAnimationFrame(look);
  };
  look();`;

/** Enough to notice a face that is not drawn for a moment. */
const minFrames = 11;

/** A call with many messages, and everything about its looks that must not happen in it. */
export async function haveLongCall(browser: Browser, call: LongCall) {
  const { embedding, theme, size, url, isDrawn, messages } = call;
  // Where a parameter or an attribute chooses the theme, the visitor's system prefers the other one.
  const colorScheme = embedding === 'page' ? theme : theme === 'light' ? 'dark' : 'light';
  const context = await newContext(browser, { viewport: size, colorScheme });
  await using _context = { [Symbol.asyncDispose]: () => context.close() };
  const page = await context.newPage();
  await page.addInitScript(isDrawn ? steadyFace : withoutWebgl);
  await page.goto(url);
  const frame = await frameOf(page, embedding);
  await frame.locator('#start:not([disabled])').click();
  const answers = frame.locator('#history .avatar:not(.thinking)');
  await answers.first().waitFor({ state: 'attached' });
  await frame.locator('.call.with-face').waitFor();
  const part = await facePart(frame, size);
  await page.evaluate(watchLayout);
  if (frame !== page.mainFrame()) await frame.evaluate(watchLayout);
  // Drawn in software, the window still shows the page before the call. A screenshot waits for the present one.
  await page.screenshot();
  const recording = await startScreencast(page);
  for (const [index, message] of messages.entries()) {
    await frame.locator('#text').fill(message);
    await frame.locator('#text').press('Enter');
    await answers.nth(index + 1).waitFor({ state: 'attached' });
  }
  await recording.reached(minFrames);
  const contrasts = await recording.contrasts(part);
  const inside = await frame.evaluate<{ heights: number[]; scroll: number; captions: number[] }>(
    '({ heights: [...seen.heights], scroll: seen.scroll, captions: [...seen.captions] })',
  );
  const outside = await page.evaluate<number>('seen.scroll');
  const found = await findings(page);
  return {
    messages: await frame.locator('#history li').count(),
    stageHeights: inside.heights,
    /** Every height that the captions had. */
    captionHeights: inside.captions,
    scrollable: Math.max(inside.scroll, outside),
    frames: contrasts.length,
    blankFrames: contrasts.filter((contrast) => contrast < 6).length,
    findings: frame === page.mainFrame() ? found : [...found, ...(await findings(frame))],
    isDark: await frame.evaluate<boolean>(isDark('document.body')),
    isDarkAround:
      embedding === 'widget'
        ? await page.evaluate<boolean>(
            isDark("document.querySelector('[id^=parley-widget]').shadowRoot.querySelector('.panel')"),
          )
        : null,
  };
}

async function frameOf(page: Page, embedding: Embedding): Promise<Frame> {
  if (embedding === 'page') return page.mainFrame();
  const element = await page.locator('iframe').elementHandle();
  const frame = await element?.contentFrame();
  if (frame === null || frame === undefined) throw new Error('the page has no frame');
  return frame;
}

/** Eyes, nose and mouth, in shares of the window. */
async function facePart(frame: Frame, { width, height }: Size): Promise<Part> {
  const box = await frame.locator('#stage').boundingBox();
  if (box === null) throw new Error('there is no stage');
  return {
    left: (box.x + 0.38 * box.width) / width,
    top: (box.y + 0.3 * box.height) / height,
    width: (0.24 * box.width) / width,
    height: (0.3 * box.height) / height,
  };
}

const isDark = (element: string): string =>
  `(getComputedStyle(${element}).backgroundColor.match(/\\d+/g) ?? []).slice(0, 3).every((part) => Number(part) < 80)`;
