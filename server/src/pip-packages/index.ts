export { fileFailure, InstallFailure } from './install-failure.ts';
export { type Background, installInBackground } from './install-in-background.ts';
export { type InstallOptions, installPackage, removePackage } from './install-package.ts';
export { installedFolder, packagePaths, readJson, sizeOf } from './package-folder.ts';
export { type PackageStatus, packageStatus } from './package-status.ts';
export { type FilePin, type PinnedPackage, parleyCommand } from './pinned-package.ts';
