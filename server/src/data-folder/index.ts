export { AlreadyRunning } from './lock.ts';
export { type DataFolder, DataFolderUnusable, openDataFolder } from './open.ts';
export { readService } from './record.ts';
export { secretFile } from './secret-file.ts';
