export { type Batcher, BatcherFull, createBatcher } from './batcher.ts';
export { changeInTransaction, type InSameTransaction } from './change-in-transaction.ts';
export { checkDatabase } from './check-database.ts';
export {
  type ConnectOptions,
  connect,
  type Fragment,
  poolStateOf,
  type Queries,
  type Sql,
} from './connect.ts';
export { type Embedded, EmbeddedFailure, startEmbedded, stopEmbedded } from './embedded/index.ts';
export { MigrationRefused, migrate } from './migrate.ts';
export { unlessLocked, withLock } from './named-lock.ts';
export { createOutageRetry, type OutageRetry } from './outage-retry.ts';
export { PoolTimeout } from './pool-timeout.ts';
export { inOneSnapshot } from './snapshot.ts';
export { momentOf, type TimePage, type TimePosition, timePosition } from './time-page.ts';
export { DatabaseUnreachable } from './unreachable.ts';
export { isTransient, withRetry } from './with-retry.ts';
