import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inPage, root } from './open-page.ts';
import type { SheetName } from './page.ts';

/** Contact sheets of the built-in people: `npm run sheets -- [SHEET…] [--names mara,leo] [--out FOLDER] [--png]`. */
const usualNames: Readonly<Record<SheetName, readonly string[]>> = {
  people: [],
  mouths: ['mara', 'samuel'],
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

mkdirSync(values.out, { recursive: true });
await inPage('page.ts', async (page) => {
  await page.exposeFunction('portraitBytes', (name: string) =>
    readFileSync(join(root, 'packages/face/portraits', `${name}.webp`), 'base64'),
  );
  for (const sheet of wanted) {
    const names = values.names?.split(',') ?? usualNames[sheet];
    await page.evaluate(`drawSheet(${JSON.stringify(sheet)}, ${JSON.stringify(names)})`);
    const path = join(values.out, `face-${sheet}.${values.png ? 'png' : 'jpg'}`);
    const format = values.png ? ({ type: 'png' } as const) : ({ type: 'jpeg', quality: 82 } as const);
    await page.locator('#sheet').screenshot({ path, ...format });
    process.stdout.write(`${path}\n`);
  }
});
