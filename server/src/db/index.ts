export { type Batcher, createBatcher } from './batcher.ts';
export { connect, type Fragment, type Queries, type Sql } from './connect.ts';
export { type Embedded, EmbeddedFailure, startEmbedded, stopEmbedded } from './embedded/index.ts';
export { MigrationRefused, migrate } from './migrate.ts';
export { isPassing, persistently } from './persistently.ts';
export { reach } from './reach.ts';
export { type Also, together } from './together.ts';
export { DatabaseUnreachable } from './unreachable.ts';
