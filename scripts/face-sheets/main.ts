import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import type { SheetName } from './page.ts';

/** Contact sheets of the built-in people: `npm run sheets -- [SHEET…] [--names mara,leo] [--out FOLDER] [--png]`. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const usualNames: Readonly<Record<SheetName, readonly string[]>> = {
  people: [],
  mouths: ['mara', 'samuel'],
  'flat-mouths': ['mara', 'samuel'],
  feelings: ['mara'],
  both: [],
  sizes: [],
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    names: { type: 'string' },
    png: { type: 'boolean', default: false },
    out: { type: 'string', default: join(root, 'docs', 'pictures') },
  },
});
const known = Object.keys(usualNames) as SheetName[];
const unknown = positionals.filter((name) => !(known as string[]).includes(name));
if (unknown.length > 0) throw new Error(`No sheet "${unknown.join(' ')}". There are: ${known.join(', ')}.`);
const wanted = positionals.length > 0 ? known.filter((name) => positionals.includes(name)) : known;

const browserPath = process.env.PARLEY_CHROMIUM;
if (!browserPath) throw new Error('Chromium is missing. Install it, or set PARLEY_CHROMIUM to its path.');
const script = await pageScript();
mkdirSync(values.out, { recursive: true });
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
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction('window.drawSheet !== undefined');
  for (const sheet of wanted) {
    const names = values.names?.split(',') ?? usualNames[sheet];
    await page.evaluate(`drawSheet(${JSON.stringify(sheet)}, ${JSON.stringify(names)})`);
    const path = join(values.out, `face-${sheet}.${values.png ? 'png' : 'jpg'}`);
    const format = values.png ? ({ type: 'png' } as const) : ({ type: 'jpeg', quality: 82 } as const);
    await page.locator('#sheet').screenshot({ path, ...format });
    process.stdout.write(`${path}\n`);
  }
} finally {
  await browser.close();
}

async function pageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root,
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry: join(root, 'scripts/face-sheets/page.ts'), formats: ['es'], fileName: 'page' },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !('output' in first)) throw new Error('The page of the sheets was not built.');
  return first.output[0].code;
}
