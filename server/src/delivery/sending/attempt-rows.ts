import type { Queries } from '../../db/index.ts';
import type { AttemptResult } from './send.ts';

export type AttemptRow = {
  readonly deliveryId: number;
  readonly kind: 'scheduled' | 'replay' | 'test';
  readonly result: AttemptResult;
};

/**
 * May run twice: an attempt is known by its delivery and the moment it began. A delivery that is erased meanwhile gets no
 * attempt: the receiver's answer may repeat what was erased.
 */
export async function insertAttempts(tx: Queries, rows: readonly AttemptRow[]): Promise<void> {
  const of = <T>(read: (result: AttemptResult) => T): T[] => rows.map(({ result }) => read(result));
  const ids = rows.map(({ deliveryId }) => deliveryId);
  await tx`
    with waiting as materialized (
      select id from deliveries where id = any(${ids}::bigint[]) order by id for key share
    ), finished as materialized (
      select id from finished_deliveries
      where id = any(array(select unnest(${ids}::bigint[]) except select id from waiting)) order by id for key share
    )
    insert into attempts (delivery_id, at, kind, duration_ms, status, stage, problem, body, headers)
    select delivery_id, to_timestamp(at / 1000.0), kind, duration_ms, status, stage, problem, decode(body, 'base64'),
      headers
    from unnest(
      ${ids}::bigint[], ${of(({ startedAtMs }) => startedAtMs)}::bigint[],
      ${rows.map(({ kind }) => kind)}::text[], ${of(({ durationMs }) => durationMs)}::integer[],
      ${of(({ status }) => status)}::integer[], ${of(({ stage }) => stage)}::text[],
      ${of(({ problem }) => problem)}::text[], ${of(({ body }) => body?.toString('base64') ?? null)}::text[],
      ${of(({ headers }) => headers)}::text[]
    ) as row (delivery_id, at, kind, duration_ms, status, stage, problem, body, headers)
    where delivery_id in (select id from waiting union all select id from finished)
    on conflict do nothing`;
}
