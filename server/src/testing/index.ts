export { freePort } from './free-port.ts';
export { temporaryFolder } from './temporary-folder.ts';
export { type TestDatabase, testDatabase } from './test-database.ts';
