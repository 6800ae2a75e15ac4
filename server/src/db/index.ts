export { type Batcher, createBatcher } from './batcher.ts';
export { changeInTransaction, type InSameTransaction } from './change-in-transaction.ts';
export { checkDatabase } from './check-database.ts';
export { connect, type Fragment, type Queries, type Sql } from './connect.ts';
export { type Embedded, EmbeddedFailure, startEmbedded, stopEmbedded } from './embedded/index.ts';
export { MigrationRefused, migrate } from './migrate.ts';
export { inOneSnapshot } from './snapshot.ts';
export { DatabaseUnreachable } from './unreachable.ts';
export { isTransient, withRetry } from './with-retry.ts';
