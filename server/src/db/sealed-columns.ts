import { SealError, type SealedBox } from '../kernel/index.ts';
import type { Sql } from './connections/connect.ts';

/** A column of texts that are sealed, each for its row. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  /** The columns that name a row. */
  readonly keys: readonly string[];
  /** For what the text of this row is sealed. */
  context(keys: readonly unknown[]): string;
  /** In a large table, the rows that can have such a text. */
  readonly where?: string;
};

const readAtOnce = 500;

/**
 * Seals the texts of older keys again with the current one. Returns how many, and of how many the key is not in the ring;
 * those stay as they are.
 */
export async function resealColumn(sql: Sql, box: SealedBox, column: SealedColumn) {
  const { table, column: name, keys, where = 'true' } = column;
  const isRow = keys.map((key, at) => `${key} = $${at + 3}`).join(' and ');
  const isAfter = `(${keys.join(', ')}) > (${keys.map((_, at) => `$${at + 2}`).join(', ')})`;
  const select = `select ${[name, ...keys].join(', ')} from ${table}
    where split_part(${name}, '.', 2) <> $1 and (${where})`;
  const end = `order by ${keys.join(', ')} limit ${readAtOnce}`;
  // Skips a text that has changed in the meantime.
  const replace = `update ${table} set ${name} = $1 where ${name} = $2 and ${isRow}`;
  const count = { resealed: 0, unreadable: 0 };
  // Each page is a statement of its own: there may be more rows than one statement has time for.
  for (let last: readonly never[] | undefined, page = readAtOnce; page === readAtOnce; ) {
    const rows = (await (last === undefined
      ? sql.unsafe(`${select} ${end}`, [box.keyId])
      : sql.unsafe(`${select} and ${isAfter} ${end}`, [box.keyId, ...last])
    ).values()) as unknown as [string, ...never[]][];
    for (const [sealed, ...values] of rows) {
      const again = sealAgain(box, sealed, column.context(values));
      if (again === null) count.unreadable += 1;
      else count.resealed += (await sql.unsafe(replace, [again, sealed, ...values])).count;
      last = values;
    }
    page = rows.length;
  }
  return count;
}

function sealAgain(box: SealedBox, sealed: string, context: string): string | null {
  try {
    return box.seal(box.open(sealed, context), context);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
