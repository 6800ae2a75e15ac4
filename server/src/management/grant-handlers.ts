import type { Sql } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';
import type { HandlersFor } from './call-context.ts';

export function grantHandlers(_: { sql: Sql }): HandlersFor<'grants'> {
  return {
    'grants.list': () => ({ items: [], next: null }),
    'grants.withdraw'() {
      throw notFound('There is no such grant.');
    },
  };
}
