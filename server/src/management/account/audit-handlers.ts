import { listAuditEntries } from '../../audit/index.ts';
import type { Sql } from '../../db/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { numberPage } from '../calls/cursor.ts';

export function auditHandlers({ sql }: { sql: Sql }): HandlersFor<'audit'> {
  return {
    'audit.list'({ accountId, query }) {
      const { action, person: personId, from: fromMs, to: toMs } = query;
      return numberPage(query, async (page) => {
        const found = await listAuditEntries(sql, { accountId, action, personId, fromMs, toMs, ...page });
        return found.map(({ targetKind: kind, targetId, targetName: name, ...entry }) => ({
          ...entry,
          target: kind === null ? null : { kind, id: targetId ?? '', name },
        }));
      });
    },
  };
}
