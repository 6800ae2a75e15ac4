import { Readable } from 'node:stream';
import type { Sql } from '../../db/index.ts';
import { type FeedEvent, parseCursor, readFeed, startCursor } from '../../events/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { keyOf } from '../access/api-key.ts';
import { ContractError } from '../answers/contract-error.ts';
import type { Route } from '../route.ts';
import documents from './documents.json' with { type: 'json' };
import { withErrors } from './error-answers.ts';
import { wholeNumber } from './whole-number.ts';

const document = documents['GET /events'];

/** The events of an account, for receivers that the service cannot reach. */
export function eventFeedRoute({ sql, clock }: { sql: Sql; clock: Clock }): Route {
  return {
    method: 'GET',
    path: '/events',
    access: { kind: 'api-key', permission: 'read_events', shape: 'error' },
    document: withErrors('error', document),
    async handle(request, reply) {
      const query = request.query as Record<string, unknown>;
      const limit = wholeNumber(query, 'limit', document.query.limit);
      const after = query.after === undefined ? startCursor : readCursor(query.after);
      const { accountId, avatarIds } = keyOf(request);
      const nowMs = clock.now();
      const { events, cursor } = await readFeed(sql, { accountId, avatarIds, after, limit, nowMs });
      reply.header('content-type', 'application/json; charset=utf-8');
      if (events.some(({ body }) => typeof body !== 'string'))
        return reply.send(Readable.from(feedPieces(events, cursor)));
      const texts = events.map((event) => headOf(event) + String(event.body).slice(1));
      return reply.send(`{"events":[${texts.join(',')}],"cursor":${JSON.stringify(cursor)}}`);
    },
  };
}

/** An event is its body with two more fields. So the body, a JSON object, is sent as it is stored, after its brace. */
const headOf = ({ id, sequence }: FeedEvent): string =>
  `{"webhook-id":${JSON.stringify(id)},"sequence":${sequence},`;

/** The same answer, for events that are too long to be in memory. */
async function* feedPieces(events: readonly FeedEvent[], cursor: string): AsyncGenerator<string | Buffer> {
  let between = '{"events":[';
  for (const event of events) {
    yield between + headOf(event);
    between = ',';
    if (typeof event.body === 'string') yield event.body.slice(1);
    else {
      let isFirst = true;
      for await (const piece of event.body) {
        yield isFirst ? piece.subarray(1) : piece;
        isFirst = false;
      }
    }
  }
  yield `],"cursor":${JSON.stringify(cursor)}}`;
}

function readCursor(value: unknown) {
  const cursor = typeof value === 'string' ? parseCursor(value) : null;
  if (cursor === null)
    throw new ContractError('invalidParams', 'after must be given once, as a cursor of an answer before');
  return cursor;
}
