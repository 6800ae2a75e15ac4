import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Opens an empty page in Chromium with software WebGL and runs a script of this folder in it. Closes it afterwards. */
export async function inPage(script: string, work: (page: Page) => Promise<void>): Promise<void> {
  const browserPath = process.env.PARLEY_CHROMIUM;
  if (!browserPath) throw new Error('Chromium is missing. Install it, or set PARLEY_CHROMIUM to its path.');
  const content = await bundled(script);
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 2000, height: 1000 } });
    page.on('console', (message) => {
      if (message.type() === 'error') process.stderr.write(`${message.text()}\n`);
    });
    page.setDefaultTimeout(600_000);
    await page.addScriptTag({ content, type: 'module' });
    await page.waitForFunction('window.isReady === true');
    await work(page);
  } finally {
    await browser.close();
  }
}

async function bundled(script: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root,
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry: join(root, 'scripts/face-sheets', script), formats: ['es'], fileName: 'page' },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !('output' in first)) throw new Error(`${script} was not built.`);
  return first.output[0].code;
}
