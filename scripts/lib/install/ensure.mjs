import { root } from '../root.mjs';
import { keepCompiled } from './compiled.mjs';
import { isFresh, markFresh, markStale } from './freshness.mjs';
import { InstallFailed, install } from './install.mjs';
import { withInstallLock } from './install-lock.mjs';
import { mendPackages } from './mend-packages.mjs';
import { findRuntime } from './runtime.mjs';

const say = (text) => process.stderr.write(`${text}\n`);

const installIfStale = () =>
  withInstallLock(
    root,
    () => say('Another command is installing packages: waiting for it.'),
    async () => {
      if (isFresh(root)) return;
      markStale(root);
      await install(root);
      markFresh(root);
    },
  );

/** Installs what is missing and returns the path of the Node to use. Ends the process if that is impossible. */
export const ensure = async () => {
  try {
    if (!isFresh(root)) await installIfStale();
    // An install of an earlier version of Parley may lack a correction.
    mendPackages(root);
  } catch (error) {
    if (!(error instanceof InstallFailed)) throw error;
    say(error.message);
    process.exit(1);
  }
  keepCompiled(root);
  const runtime = findRuntime(root);
  if (runtime !== undefined) return runtime;
  say(
    `Parley needs Node 24 or newer; this is ${process.versions.node}, and npm brought no newer one for ` +
      `${process.platform}-${process.arch} (are optional packages switched off?). ` +
      'Install Node 24 or newer, or delete node_modules and start again.',
  );
  process.exit(1);
};
