import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './pages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

for (const [file, make] of Object.entries(generatedFiles)) {
  writeFileSync(root + file, make());
  process.stdout.write(`${file}\n`);
}
