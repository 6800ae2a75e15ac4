import { listAuditEntries } from '../audit/index.ts';
import type { Sql } from '../db/index.ts';
import type { HandlersFor } from './call-context.ts';
import { numberCursor, pageOf } from './cursor.ts';

export function auditHandlers({ sql }: { sql: Sql }): HandlersFor<'audit'> {
  return {
    async 'audit.list'({ accountId, query }) {
      const limit = query.limit ?? 50;
      const before = numberCursor(query.cursor);
      const found = await listAuditEntries(sql, {
        accountId,
        limit: limit + 1,
        ...(before === undefined ? {} : { before }),
        ...(query.action === undefined ? {} : { action: query.action }),
        ...(query.person === undefined ? {} : { personId: query.person }),
        ...(query.from === undefined ? {} : { fromMs: query.from }),
        ...(query.to === undefined ? {} : { toMs: query.to }),
      });
      return pageOf(
        found,
        limit,
        ({ id }) => String(id),
        ({ id, targetKind, targetId, targetName, ...entry }) => ({
          ...entry,
          id: String(id),
          target: targetKind === null ? null : { kind: targetKind, id: targetId ?? '', name: targetName },
        }),
      );
    },
  };
}
