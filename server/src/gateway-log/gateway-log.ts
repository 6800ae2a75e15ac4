import { randomUUID } from 'node:crypto';
import type { ExchangeRecord } from '../brain/index.ts';
import { createBatcher, createOutageRetry, type Queries, rememberedSessions, type Sql } from '../db/index.ts';

type Entry = ExchangeRecord & { readonly id: string };

/** As it is read for one session. */
type ReadExchange = Omit<ExchangeRecord, 'sessionId' | 'accountId'>;

export type GatewayLog = ReturnType<typeof createGatewayLog>;

const batches = { maxItems: 500, maxBatchSize: 4 * 1024 * 1024, gatherMs: 50 };
/** An endpoint that fails all day is tried again with each question, so the entries per session are limited. */
const keptPerSession = 100;
/** The most that may wait in memory, of all accounts together, while the database is unavailable. */
const maxWaitingBytes = 32 * 1024 * 1024;
const rowBytes = 500;

const sizeOf = ({ request, answer }: Entry): number => rowBytes + request.length + (answer?.length ?? 0);

/**
 * The requests to the customer's endpoint at the beginning and the end of sessions. They are written later, in batches.
 */
export function createGatewayLog(sql: Sql) {
  const outageRetry = createOutageRetry(() => {});
  const entries = createBatcher<Entry, void>({
    ...batches,
    sizeOf,
    limit: { maxSize: maxWaitingBytes, accountOf: ({ accountId }) => accountId },
    write: async (batch) => {
      await outageRetry.untilDone(() => insertExchanges(sql, batch));
      return batch.map(() => undefined);
    },
  });
  return {
    add: (exchange: ExchangeRecord, onFailed: (error: unknown) => void): void =>
      entries.push({ ...exchange, id: randomUUID() }, onFailed),
    async read(sessionId: string): Promise<ReadExchange[]> {
      await entries.settled();
      return await sql<ReadExchange[]>`
        select action, outcome, ms(sent_at) as "sentAt", duration_ms as "durationMs", request,
          http_status as "httpStatus", answer, problem
        from gateway_exchanges where session_id = ${sessionId} order by sent_at, action, id`;
    },
    settled: (): Promise<void> => entries.settled(),
    /** Waits until everything is stored, but not for a database that is unavailable. */
    async stop(): Promise<void> {
      outageRetry.stop();
      await entries.settled();
    },
  };
}

/** A LOGOUT may be answered long after its session has ended. */
async function insertExchanges(sql: Queries, entries: readonly Entry[]): Promise<void> {
  const column = <K extends keyof Entry>(name: K) => entries.map((entry) => entry[name]);
  await sql`
    insert into gateway_exchanges (session_id, id, action, outcome, sent_at, duration_ms, http_status, request, answer,
      problem)
    select session_id, row.id, action, outcome, to_timestamp(sent_at / 1000.0), duration_ms, http_status, request,
      answer, problem
    from unnest(${column('sessionId')}::text[], ${column('id')}::uuid[], ${column('action')}::text[],
      ${column('outcome')}::text[], ${column('sentAt')}::bigint[], ${column('durationMs')}::integer[],
      ${column('httpStatus')}::integer[], ${column('request')}::text[], ${column('answer')}::text[],
      ${column('problem')}::text[])
      as row (session_id, id, action, outcome, sent_at, duration_ms, http_status, request, answer, problem)
    join (${rememberedSessions(sql, column('sessionId'))}) as remembered on remembered.id = session_id
    where (
      select count(*) from gateway_exchanges as earlier where earlier.session_id = row.session_id
    ) < ${keptPerSession}
    on conflict do nothing`;
}
