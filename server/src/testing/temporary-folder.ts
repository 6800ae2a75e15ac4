import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder extends AsyncDisposable {
  path: string;
}

export const temporaryFolder = async (label = 'test'): Promise<TemporaryFolder> => {
  const path = await mkdtemp(join(tmpdir(), `parley-${label}-`));
  await chmod(path, 0o711);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
};
