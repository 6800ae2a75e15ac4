export { type Batcher, createBatcher } from './batcher.ts';
export { connect, type Fragment, type Queries, type Sql } from './connect.ts';
export { type Embedded, EmbeddedFailure, startEmbedded, stopEmbedded } from './embedded/index.ts';
export { MigrationRefused, migrate } from './migrate.ts';
export { isTransient, withRetry } from './persistently.ts';
export { reach } from './reach.ts';
export { changeInTransaction, type InSameTransaction } from './together.ts';
export { DatabaseUnreachable } from './unreachable.ts';
