import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { stateDeadlineMs } from '../../server/src/testing/index.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Flags for tests of the 3D face. They triple the processor time for drawing whole pages, so other tests do not use
 * them.
 */
export const webGlFlags = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] as const;

export const openBrowser = (executablePath: string, ...further: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath,
    timeout: stateDeadlineMs,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(further.includes(webGlFlags[0]) ? [] : ['--disable-gpu']),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      ...further,
    ],
  });

/** Uses the same language, time zone and timeout on every machine. */
export async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options });
  context.setDefaultTimeout(stateDeadlineMs);
  return context;
}

/**
 * Two pictures a second. Without a graphics card a moving face takes all of the processor that is free, so a test that does
 * not look at movements asks for fewer.
 */
export const fewFrames = `
  window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 500);
  window.cancelAnimationFrame = clearTimeout;`;

/** A page in its own window, with all its requests and all complaints of the browser. */
export async function visit(browser: Browser, url: string, size = { width: 1280, height: 800 }, before = '') {
  const context = await newContext(browser, { viewport: size });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('websocket', (socket) => requests.push(socket.url()));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (e) => console.error('csp', e.violatedDirective, e.blockedURI))",
  );
  if (before !== '') await page.addInitScript(before);
  await page.goto(url);
  return { page, requests, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** A page, or the page in a frame. */
type Evaluable = Pick<Page, 'evaluate'>;

/** What axe finds serious or critical, by rule. */
export const seriousFindings = (page: Evaluable): Promise<string[]> =>
  findings(page, ['serious', 'critical']);

/** What axe finds, by rule. */
export async function findings(
  page: Evaluable,
  impacts: readonly string[] = ['minor', 'moderate', 'serious', 'critical'],
): Promise<string[]> {
  // Uses the debugger, because the page's policy allows no foreign script and must not be relaxed for a test.
  await page.evaluate(axe);
  // Otherwise the browser complains about the messages that axe sends to frames of other origins.
  await page.evaluate("axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })");
  return await page.evaluate<string[]>(`
    axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
      .filter(({ impact }) => ${JSON.stringify(impacts)}.includes(impact))
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
}
