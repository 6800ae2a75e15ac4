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
  const waiting = await insertFor(tx, 'deliveries', rows);
  const others = rows.filter(({ deliveryId }) => !waiting.has(deliveryId));
  // In a statement of its own: one that waited for a delivery does not see where it was moved meanwhile.
  if (others.length > 0) await insertFor(tx, 'finished_deliveries', others);
}

/** Adds the attempts of the deliveries in this table. Returns their ids. */
async function insertFor(
  tx: Queries,
  table: 'deliveries' | 'finished_deliveries',
  rows: readonly AttemptRow[],
): Promise<Set<number>> {
  const of = <T>(read: (result: AttemptResult) => T): T[] => rows.map(({ result }) => read(result));
  const ids = rows.map(({ deliveryId }) => deliveryId);
  const found = await tx<{ id: number }[]>`
    with found as materialized (
      select id from ${tx(table)} where id = any(${ids}::bigint[]) order by id for key share
    ), added as (
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
      where delivery_id in (select id from found)
      on conflict do nothing
    )
    select id from found`;
  return new Set(found.map(({ id }) => id));
}
