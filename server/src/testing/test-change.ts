import { type Change, makeChange, operatorActor } from '../audit/index.ts';
import type { Sql } from '../db/index.ts';

/** Makes a change as the operator, for the set-up of tests. */
export const testChange = <T>(sql: Sql, work: (change: Change) => Promise<T>): Promise<T> =>
  makeChange(sql, operatorActor, work);
