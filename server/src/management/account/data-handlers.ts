import { Readable } from 'node:stream';
import type { Sql } from '../../db/index.ts';
import { type Clock, invalid } from '../../kernel/index.ts';
import { eraseVisitor, exportVisitor, listVisitors, readVisitor } from '../../user-data/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { numberCursor, timePage } from '../calls/cursor.ts';
import { Download } from '../calls/non-json-answers.ts';

export function dataHandlers({ sql, clock }: { sql: Sql; clock: Clock }): HandlersFor<'data'> {
  return {
    'data.visitors'({ accountId, query }) {
      const search = query.search?.trim() ?? '';
      // Visitor ids are numbers. A cursor of another list has another kind of id.
      numberCursor(query.cursor?.split('_')[1]);
      return timePage(query, (page) => listVisitors(sql, accountId, { search, ...page }));
    },
    async 'data.export'({ accountId, part, audit }) {
      const visitor = await readVisitor(sql, accountId, part('visitor'));
      await audit({ kind: 'visitor', id: visitor.id, name: visitor.pageUserId });
      const pieces = Readable.from(exportVisitor(sql, accountId, visitor.id, clock.now()));
      return new Download('application/json; charset=utf-8', pieces, `user-${visitor.id}.json`);
    },
    async 'data.erase'({ change, accountId, body, part }) {
      const visitor = await readVisitor(change.tx, accountId, part('visitor'));
      if (body.confirm !== visitor.id && body.confirm !== visitor.pageUserId)
        throw invalid('Give the id of the visitor to confirm.', 'confirm');
      return await eraseVisitor(change, accountId, visitor.id);
    },
  };
}
