import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generatedPages } from './pages.ts';

const folder = fileURLToPath(new URL('../../../docs/', import.meta.url));

mkdirSync(folder, { recursive: true });
for (const [file, make] of Object.entries(generatedPages)) {
  writeFileSync(folder + file, make());
  process.stdout.write(`docs/${file}\n`);
}
