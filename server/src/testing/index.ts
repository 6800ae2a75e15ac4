export { anyText } from './any-text.ts';
export { isRunByName } from './by-name.ts';
export { Canaries } from './canaries.ts';
export { seededDataFolder } from './data-folder.ts';
export { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
export { pollOptions, stateDeadlineMs, testDeadlineMs } from './deadlines.ts';
export { freePort } from './free-port.ts';
export { type NodeProcess, nodeProcess } from './node-process.ts';
export { plainEnvironment } from './plain-environment.ts';
export { startRedis, type TestRedis } from './redis-server.ts';
export {
  type Ending,
  type RunningService,
  runService,
  type ServiceOptions,
  startService,
} from './service.ts';
export { systemTool } from './system-tool.ts';
export { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';
export { testChange } from './test-change.ts';
export { type TestDatabase, type TestDatabaseOptions, testDatabase } from './test-database.ts';
