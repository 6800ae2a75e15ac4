import type { Log } from '../kernel/index.ts';
import { InstallFailure } from './install-failure.ts';
import { type InstallOptions, installPackage } from './install-package.ts';
import { installedFolder } from './package-folder.ts';

export type Background = Omit<InstallOptions, 'signal'> & {
  readonly log: Log;
  /** Whole sentences: what is so now. */
  readonly installed: string;
  missing(failure: InstallFailure): string;
};

/** Installs a package while the service starts. The service never waits for it or fails because of it. */
export function installInBackground({ log, installed, missing, ...options }: Background): AsyncDisposable {
  const stop = new AbortController();
  const { folder, wanted } = options;
  const fields = { folder, package: wanted.name };
  const install = async (): Promise<void> => {
    if (installedFolder(folder, wanted) !== null) return;
    try {
      if ((await installPackage({ ...options, signal: stop.signal })) === 'already there') return;
      log.info(fields, `${wanted.title} is installed`);
      options.onProgress(installed);
    } catch (error) {
      if (stop.signal.aborted) return;
      if (!(error instanceof InstallFailure)) {
        log.error({ ...fields, err: error }, `could not install ${wanted.title}`);
        return;
      }
      log.warn({ ...fields, reason: error.message }, `could not install ${wanted.title}`);
      options.onProgress(missing(error));
    }
  };
  const settled = install();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await settled;
    },
  };
}
