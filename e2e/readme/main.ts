import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/src/testing/free-port.ts';
import { openBrowser } from '../testing/visit.ts';
import { answersAt } from './checks.ts';
import { emptyClone } from './clone.ts';
import { followReadme } from './follow.ts';

// Follows the README in an empty clone, installation included, and prints how long each step takes.

const say = (text: string) => process.stdout.write(`${text}\n`);
const line = (title: string, seconds: number) => say(`${seconds.toFixed(1).padStart(6)} s  ${title}`);

const chromium = process.env.PARLEY_CHROMIUM;
if (chromium === undefined) process.exit(1);

/** The README's own port, or another one if that is in use. */
async function portLike(wanted: number): Promise<number> {
  if (!(await answersAt(wanted))) return wanted;
  const port = await freePort();
  say(`Port ${wanted} is in use: ${port} takes its place.`);
  return port;
}

// The user of the database must be able to enter the folder.
const folder = await mkdtemp(join(tmpdir(), 'parley-readme-'));
await chmod(folder, 0o711);
const begin = performance.now();
try {
  await using browser = await openBrowser(chromium);
  const clone = join(folder, 'parley');
  emptyClone(clone);
  const ports = { service: await portLike(8080), endpoint: await portLike(3000) };
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')),
  );
  await followReadme({ folder: clone, browser, environment, ports, done: line });
  line('in all', (performance.now() - begin) / 1000);
} finally {
  await rm(folder, { recursive: true, force: true });
}
