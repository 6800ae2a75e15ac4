import { pipeline } from 'node:stream/promises';
import { inOneSnapshot, type Queries, type Sql } from '../../db/index.ts';
import { outsideTransaction } from '../../kernel/index.ts';

type Table = { readonly name: string; readonly columns: string };
type Sequence = { readonly name: string; readonly value: number };

/**
 * Copies what pg_dump and pg_restore copy, into a database with the same tables: all rows, by COPY, as the texts of
 * their values, and the state of the sequences. PostgreSQL's npm packages do not contain the two programs.
 */
export async function copyDatabase(from: Sql, to: Sql): Promise<void> {
  const tables = await readTables(from);
  const sequences = await readSequences(from);
  await to.begin(async (target) => {
    // As pg_restore, which adds the constraints after the rows.
    await target`set local session_replication_role = replica`;
    await target.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    // The other database has connections of its own, so this transaction cannot wait for itself.
    await outsideTransaction(() =>
      inOneSnapshot(from, async (source) => {
        for (const table of tables) await copyTable(source, target, table);
      }),
    );
    for (const { name, value } of sequences) await target`select setval(${name}::text::regclass, ${value})`;
  });
}

/** Partitioned tables stand for their partitions. */
async function readTables(sql: Queries): Promise<Table[]> {
  return await sql<Table[]>`
    select quote_ident(relname) as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`;
}

async function readSequences(sql: Queries): Promise<Sequence[]> {
  return await sql<Sequence[]>`
    select quote_ident(sequencename) as name, last_value as value from pg_sequences
    where schemaname = 'public' and last_value is not null`;
}

async function copyTable(source: Queries, target: Queries, { name, columns }: Table): Promise<void> {
  const rows = await source.unsafe(`copy (select ${columns} from ${name}) to stdout`).readable();
  const copied = await target.unsafe(`copy ${name} (${columns}) from stdin`).writable();
  await pipeline(rows, copied);
}
