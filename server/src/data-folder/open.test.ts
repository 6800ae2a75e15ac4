import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/index.ts';
import { DataFolderUnusable, openDataFolder } from './index.ts';

it('creates a missing folder, closed to others', async () => {
  await using parent = await temporaryFolder();
  await using held = await openDataFolder(join(parent.path, 'deep/data'));
  expect((await stat(held.path)).mode & 0o777).toBe(0o700);
});

it.runIf(process.platform === 'linux')(
  'refuses at once a place in which the system allows no folder',
  async () => {
    await expect(openDataFolder('/proc/parley/data')).rejects.toThrow(
      'Could not use the data folder /proc/parley/data: the system does not allow a folder there.',
    );
  },
);

it('says in one line why a folder cannot be used', async () => {
  await using parent = await temporaryFolder();
  const file = join(parent.path, 'file');
  await writeFile(file, '');
  await expect(openDataFolder(join(file, 'data'))).rejects.toThrow(DataFolderUnusable);
  await expect(openDataFolder(file)).rejects.toThrow(`Could not use the data folder ${file}: it is a file.`);
});
