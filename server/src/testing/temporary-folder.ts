import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpAfterCrash } from './guardian.ts';

export interface TemporaryFolder extends AsyncDisposable {
  path: string;
}

/**
 * A folder that is deleted at the end, even if the run is killed. A database that still runs in it is stopped first.
 */
export const temporaryFolder = async (label = 'test'): Promise<TemporaryFolder> => {
  const path = await mkdtemp(join(tmpdir(), `parley-${label}-`));
  await chmod(path, 0o711);
  const guarded = cleanUpAfterCrash(path);
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await rm(path, { recursive: true, force: true });
      guarded[Symbol.dispose]();
    },
  };
};
