import { Readable } from 'node:stream';
import type { Sql } from '../db/index.ts';
import { type Clock, invalid } from '../kernel/index.ts';
import { eraseVisitor, exportVisitor, listVisitors, readVisitor } from '../user-data/index.ts';
import { Download } from './answers.ts';
import type { HandlersFor } from './call-context.ts';
import { cursorText, pageOf, timeCursor } from './cursor.ts';

export function dataHandlers({ sql, clock }: { sql: Sql; clock: Clock }): HandlersFor<'data'> {
  return {
    async 'data.visitors'({ accountId, query }) {
      const limit = query.limit ?? 50;
      const found = await listVisitors(sql, accountId, {
        search: query.search?.trim() ?? '',
        after: timeCursor(query.cursor),
        limit: limit + 1,
      });
      return pageOf(
        found,
        limit,
        ({ place, id }) => cursorText({ at: place, id }),
        ({ place: _, ...visitor }) => visitor,
      );
    },
    async 'data.export'({ accountId, part, audit }) {
      const visitor = await readVisitor(sql, accountId, part('visitor'));
      await audit({ kind: 'visitor', id: visitor.id, name: visitor.pageUserId });
      const pieces = Readable.from(exportVisitor(sql, accountId, visitor.id, clock.now()));
      return new Download('application/json; charset=utf-8', pieces, `user-${visitor.id}.json`);
    },
    async 'data.erase'({ change, accountId, body, part }) {
      const visitor = await readVisitor(sql, accountId, part('visitor'));
      if (body.confirm !== visitor.id && body.confirm !== visitor.pageUserId)
        throw invalid('Type the id of the user to confirm.', 'confirm');
      return await eraseVisitor(change, accountId, visitor.id);
    },
  };
}
