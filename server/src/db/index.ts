export { type Batcher, BatcherFull, createBatcher } from './batcher.ts';
export { checkDatabase } from './connections/check-database.ts';
export {
  type ConnectOptions,
  connect,
  type Fragment,
  poolStateOf,
  type Queries,
  type Sql,
} from './connections/connect.ts';
export { DatabaseUnreachable } from './connections/errors.ts';
export { type Embedded, EmbeddedFailure, startEmbedded, stopEmbedded } from './embedded/index.ts';
export { MigrationRefused, migrate } from './migrations/migrate.ts';
export { unlessLocked, withLock } from './named-lock.ts';
export { createOutageRetry, type OutageRetry } from './outage-retry.ts';
export { rememberedSessions } from './remembered-sessions.ts';
export { resealColumn, type SealedColumn } from './sealed-columns.ts';
export { inOneSnapshot } from './snapshot.ts';
export {
  type Listed,
  momentOf,
  newestFirst,
  type TimePage,
  type TimePosition,
  timePosition,
} from './time-page.ts';
export { isTransient, withRetry } from './with-retry.ts';
