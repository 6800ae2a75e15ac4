import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { nodeProcess, temporaryFolder } from '../../testing/index.ts';

const program = `
  import { loadGradually } from ${JSON.stringify(import.meta.resolve('./load-gradually.ts'))};
  globalThis.loaded = [];
  let turn = 0;
  const count = () => { turn += 1; setImmediate(count).unref(); };
  count();
  globalThis.load = (name) => globalThis.loaded.push(name + ' ' + turn);
  await loadGradually(process.argv[1]);
  const names = globalThis.loaded.map((each) => each.split(' ')[0]);
  const turns = new Set(globalThis.loaded.map((each) => each.split(' ')[1]));
  console.log(names.join(' ') + ', turns: ' + turns.size);
`;

it('loads the files of a package, the innermost first, each in its own turn of the event loop', async () => {
  await using folder = await temporaryFolder();
  const write = async (name: string, text: string) =>
    await writeFile(join(folder.path, name), `${text}\nload('${name}');\n`);
  await mkdir(join(folder.path, 'inner'));
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }');
  await write('entry.js', `import './inner/a.js'; import { b } from "./b.js"; import 'node:fs';`);
  // A file that imports itself, a comment that names a missing file, and a file in the other format.
  await write('b.js', `import './c.cjs'; export const b = 1; // see import './gone.js'`);
  await write('inner/a.js', `import './a.js'; export * from '../b.js';`);
  await write('c.cjs', `require('node:fs');`);
  await using running = nodeProcess(program, [pathToFileURL(join(folder.path, 'entry.js')).href]);
  expect(await running.line()).toBe('c.cjs b.js inner/a.js entry.js, turns: 4');
});
