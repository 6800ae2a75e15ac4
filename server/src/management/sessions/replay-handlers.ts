import { type Replays, replayReport } from '../../session-replays/index.ts';
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
      const { id } = await replays.read(accountId, part('replay'));
      const filter = { session, different, after, limit: limit + 1 };
      const found = await replays.turns(id, filter);
      const items = found.slice(0, limit);
      return { items, next: found.length > limit ? String(items.at(-1)?.position) : null };
    },

    async 'replays.report'({ accountId, part }) {
      const replay = await replays.detail(accountId, part('replay'));
      const read = (filter: { after: number; different: boolean }) =>
        replays.turns(replay.id, { ...filter, limit: 100 });
      const page = Buffer.from(await replayReport(replay, read, new Date()));
      return new Download('text/html; charset=utf-8', page, `${replay.id}.html`);
    },

    'replays.stop': ({ change, accountId, part }) => replays.stop(change, accountId, part('replay')),
    'replays.delete': ({ change, accountId, part }) => replays.remove(change, accountId, part('replay')),
  };
}
