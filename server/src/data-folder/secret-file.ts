import { randomUUID } from 'node:crypto';
import { chmod, link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../kernel/index.ts';

const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });

/**
 * The text of a file that only the service's user may read. `make` creates it the first time. The file appears complete
 * or not at all. If two processes create it at the same time, both get the same text.
 */
export const secretFile = async (folder: string, name: string, make: () => string): Promise<string> => {
  const file = join(folder, name);
  const existing = await readIfThere(file);
  if (existing !== undefined) {
    await chmod(file, 0o600);
    return existing.trim();
  }
  const unfinished = `${file}.${randomUUID()}`;
  await using handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(`${make()}\n`);
    await handle.sync();
    await link(unfinished, file).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  } finally {
    await unlink(unfinished);
  }
  return (await readFile(file, 'utf8')).trim();
};
