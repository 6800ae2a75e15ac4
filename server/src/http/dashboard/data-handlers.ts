import { Readable } from 'node:stream';
import type { Sql } from '../../db/index.ts';
import { type Clock, invalid } from '../../kernel/index.ts';
import { eraseVisitor, exportVisitor, listVisitors, readVisitor } from '../../user-data/index.ts';
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
    async 'data.export'({ accountId, part, reply, audit }) {
      const visitor = await readVisitor(sql, accountId, part('visitor'));
      await audit({ kind: 'visitor', id: visitor.id, name: visitor.pageUserId });
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="user-${visitor.id}.json"`)
        .send(Readable.from(exportVisitor(sql, accountId, visitor.id, clock.now())));
    },
    async 'data.erase'({ accountId, body, part, auditIn }) {
      const visitor = await readVisitor(sql, accountId, part('visitor'));
      if (body.confirm !== visitor.id && body.confirm !== visitor.pageUserId)
        throw invalid('Type the id of the user to confirm.', 'confirm');
      // The audit log must not keep the page's own id of the user, which is being erased.
      return await eraseVisitor(sql, accountId, visitor.id, (tx, erased) =>
        auditIn(tx, { kind: 'visitor', id: visitor.id }, erased),
      );
    },
  };
}
