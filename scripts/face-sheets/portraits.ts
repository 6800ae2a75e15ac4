import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookPresetNames } from '../../packages/face/src/look/presets.ts';
import { inPage, root } from './open-page.ts';

/** Draws the pictures of the built-in people again: `npm run -s portraits -- [NAME…]`. */
const folders = ['portraits', 'pictures'].map((folder) => join(root, 'packages/face', folder));
const wanted = process.argv.slice(2);
for (const folder of folders) mkdirSync(folder, { recursive: true });
await inPage('portraits-page.ts', async (page) => {
  for (const name of lookPresetNames) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const made = await page.evaluate<string[]>(`portraitOf(${JSON.stringify(name)})`);
    for (const [i, folder] of folders.entries()) {
      const bytes = Buffer.from(made[i] ?? '', 'base64');
      writeFileSync(join(folder, `${name}.webp`), bytes);
      process.stdout.write(`${name} ${bytes.length} bytes\n`);
    }
  }
});
