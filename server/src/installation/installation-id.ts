import { randomUUID } from 'node:crypto';
import type { Sql } from '../db/index.ts';
import { storeOnce } from './installation-values.ts';

/** Created once for each database. It separates services that use the same Redis. */
export const installationId = (sql: Sql): Promise<string> => storeOnce(sql, 'id', randomUUID());
