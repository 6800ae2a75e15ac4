import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeProcess, temporaryFolder } from '../testing/index.ts';

const starters = 4;
const folders = 40;

// Opens one folder after the other, each at an instant that all starters have agreed on, and prints which ones it got.
const starter = `
  import { createInterface } from 'node:readline';
  import { openDataFolder } from ${JSON.stringify(import.meta.resolve('./index.ts'))};
  const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  console.log('waiting');
  const begin = Number((await input.next()).value);
  const got = [];
  for (let n = 0; n < ${folders}; n += 1) {
    while (Date.now() < begin + n * 25);
    await openDataFolder(process.argv[1] + '/' + n).then(() => got.push(n), () => {});
  }
  console.log(JSON.stringify(got));
  await input.next();
`;

it.each([
  ['no record', undefined],
  [
    'the record of a killed service',
    '{"id":"killed","pid":999999999,"startTime":"","state":"ready","url":null}',
  ],
])('a folder with %s goes to exactly one of four starts at the same instant', async (_, record) => {
  await using parent = await temporaryFolder();
  const names = Array.from({ length: folders }, (_each, n) => String(n));
  for (const name of names) {
    await mkdir(join(parent.path, name));
    if (record !== undefined) await writeFile(join(parent.path, name, 'service.json'), record);
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
