import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type NodeProcess, nodeProcess, temporaryFolder } from '../testing/index.ts';
import { AlreadyRunning, openDataFolder, readService } from './index.ts';

// Prints "waiting", tries on the next line of input, and holds the folder until another line.
const holder = `
  import { createInterface } from 'node:readline';
  import { openDataFolder } from ${JSON.stringify(import.meta.resolve('./index.ts'))};
  const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  console.log('waiting');
  await input.next();
  try {
    const folder = await openDataFolder(process.argv[1]);
    await folder.setState('ready', { url: 'http://127.0.0.1:1234' });
    console.log('held');
    await input.next();
    await folder.setState('stopping');
    console.log('stopping');
    await input.next();
    await folder[Symbol.asyncDispose]();
    console.log('released');
  } catch (error) {
    console.log(error.name);
  }
  await input.next();
`;

const start = async (path: string): Promise<NodeProcess> => {
  const started = nodeProcess(holder, [path]);
  await started.line();
  return started;
};

const hold = async (path: string): Promise<NodeProcess> => {
  const started = await start(path);
  started.say('go');
  expect(await started.line()).toBe('held');
  return started;
};

describe('the lock of a data folder', () => {
  it('refuses a second service and names the first', async () => {
    await using folder = await temporaryFolder();
    await using first = await hold(folder.path);
    const second = openDataFolder(folder.path);
    await expect(second).rejects.toThrow(AlreadyRunning);
    await expect(second).rejects.toThrow(
      `Parley is already running on this data folder (pid ${first.pid}, http://127.0.0.1:1234). Stop it first, or set DATA_DIR to another folder.`,
    );
    expect((await readService(folder.path))?.url).toBe('http://127.0.0.1:1234');
  });

  it('is free again after a release, and nothing is left in the folder', async () => {
    await using folder = await temporaryFolder();
    for (const _ of [1, 2]) {
      await using held = await openDataFolder(folder.path);
      expect(held.path).toBe(folder.path);
      expect((await readService(folder.path))?.state).toBe('starting');
    }
    expect(await readService(folder.path)).toBeNull();
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('waits for a holder that is stopping', async () => {
    await using folder = await temporaryFolder();
    await using first = await hold(folder.path);
    first.say('stop');
    expect(await first.line()).toBe('stopping');
    await using second = await start(folder.path);
    second.say('go');
    first.say('release');
    expect(await first.line()).toBe('released');
    expect(await second.line()).toBe('held');
  });

  it('passes to the next start after kill -9', async () => {
    await using folder = await temporaryFolder();
    await using first = await hold(folder.path);
    await first.kill('SIGKILL');
    expect(await readService(folder.path)).toBeNull();
    await using _held = await openDataFolder(folder.path);
    expect((await readService(folder.path))?.pid).toBe(process.pid);
  });

  it('is not held by a later process with the same pid', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'service.json');
    const record = { id: 'a', pid: process.pid, startTime: 'earlier', state: 'ready', url: null };
    await writeFile(file, JSON.stringify(record));
    await using _held = await openDataFolder(folder.path);
    expect(JSON.parse(await readFile(file, 'utf8')).startTime).not.toBe('earlier');
  });

  it.each([
    ['an empty record', ''],
    ['half a record', '{"id":"x","pi'],
    ['a record of another kind', '[]'],
  ])('is taken over from %s, which a power cut may leave', async (_, text) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'service.json'), text);
    await using held = await openDataFolder(folder.path);
    expect(held.path).toBe(folder.path);
  });

  it('continues after a takeover that was itself killed half-way', async () => {
    await using folder = await temporaryFolder();
    const dead = (id: string) =>
      JSON.stringify({ id, pid: 999_999_999, startTime: '0', state: 'ready', url: null });
    await writeFile(join(folder.path, 'service.json'), dead('first'));
    await writeFile(join(folder.path, 'service.json.first'), dead('second'));
    await using _held = await openDataFolder(folder.path);
    expect(await readdir(folder.path)).toEqual(['service.json']);
  });
});
