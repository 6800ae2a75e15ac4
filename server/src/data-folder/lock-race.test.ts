import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeProcess, temporaryFolder } from '../testing/index.ts';

const starters = 4;
const folders = 80;

// Opens one folder after the other, each at an instant that all starters have agreed on, and prints which ones it got.
const starter = `
  import { createInterface } from 'node:readline';
  import { setTimeout } from 'node:timers/promises';
  import { openDataFolder } from ${JSON.stringify(import.meta.resolve('./index.ts'))};
  const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  console.log('waiting');
  const begin = Number((await input.next()).value);
  const got = [];
  for (let n = 0; n < ${folders}; n += 1) {
    // A timer is not exact enough for the same instant, so a loop waits for the last milliseconds.
    const instant = begin + n * 25;
    await setTimeout(Math.max(0, instant - 3 - Date.now()));
    while (Date.now() < instant);
    await openDataFolder(process.argv[1] + '/' + n).then(() => got.push(n), () => {});
  }
  console.log(JSON.stringify(got));
  await input.next();
`;

const killed = '{"id":"killed","pid":999999999,"startTime":"","state":"ready","url":null}';

it('a folder goes to exactly one of four starts at the same instant, with the record of a killed service or without one', async () => {
  await using parent = await temporaryFolder();
  const names = Array.from({ length: folders }, (_each, n) => String(n));
  for (const [n, name] of names.entries()) {
    await mkdir(join(parent.path, name));
    if (n % 2 === 1) await writeFile(join(parent.path, name, 'service.json'), killed);
  }
  await using all = new AsyncDisposableStack();
  const processes = Array.from({ length: starters }, () => all.use(nodeProcess(starter, [parent.path])));
  await Promise.all(processes.map((each) => each.line()));
  const begin = Date.now() + 50;
  for (const each of processes) each.say(String(begin));
  const got = await Promise.all(processes.map(async (each) => JSON.parse(await each.line()) as number[]));
  expect(got.flat().map(String).toSorted()).toEqual(names.toSorted());
  for (const name of names) expect(await readdir(join(parent.path, name))).toEqual(['service.json']);
});
