/** A column is a field of the row, or the result of a function of the row. */
export type Columns<T> = Readonly<Record<string, (keyof T & string) | ((row: T) => unknown)>>;

/** Rows under headings, in aligned columns. */
export function textTable<T>(columns: Columns<T>, rows: readonly T[]): string {
  if (rows.length === 0) return 'none';
  const cells = rows.map((row) =>
    Object.values(columns).map((column) =>
      typeof column === 'function' ? cellText('', column(row)) : cellText(column, row[column]),
    ),
  );
  const lines = [Object.keys(columns), ...cells];
  const widths = Object.keys(columns).map((_, index) =>
    Math.max(...lines.map((line) => line[index]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A record as lines of "name  value". */
export function textRecord(record: object): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  return Object.entries(record)
    .map(([name, value]) => `${name.padEnd(width)}  ${cellText(name, value)}`)
    .join('\n');
}

function cellText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'number' && /(^a|A)t$/.test(name)) return new Date(value).toISOString();
  if (Array.isArray(value)) {
    return value.length === 0 ? '-' : value.map((item) => cellText('', item)).join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
