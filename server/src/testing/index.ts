export { freePort } from './free-port.ts';
export { type NodeProcess, nodeProcess } from './node-process.ts';
export { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';
export { type TestDatabase, type TestDatabaseOptions, testDatabase } from './test-database.ts';
