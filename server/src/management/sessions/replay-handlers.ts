import type { Replays } from '../../session-replays/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { numberCursor, timePage } from '../calls/cursor.ts';
import { Download } from '../calls/non-json-answers.ts';

export function replayHandlers({ replays }: { replays: Replays }): HandlersFor<'replays'> {
  return {
    'replays.list': ({ accountId, query }) => timePage(query, (page) => replays.list(accountId, page)),
    'replays.create': ({ change, accountId, body }) => replays.create(change, accountId, body),
    'replays.get': ({ accountId, part }) => replays.detail(accountId, part('replay')),

    async 'replays.turns'({ accountId, part, query }) {
      const { session, different, limit = 50 } = query;
      const after = numberCursor(query.cursor) ?? 0;
      const filter = { session, different, after, limit };
      const { items, next } = await replays.turns(accountId, part('replay'), filter);
      return { items, next: next === null ? null : String(next) };
    },

    async 'replays.report'({ accountId, part }) {
      const id = part('replay');
      const page = Buffer.from(await replays.report(accountId, id));
      return new Download('text/html; charset=utf-8', page, `${id}.html`);
    },

    'replays.stop': ({ change, accountId, part }) => replays.stop(change, accountId, part('replay')),
    'replays.delete': ({ change, accountId, part }) => replays.remove(change, accountId, part('replay')),
  };
}
