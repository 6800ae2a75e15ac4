/** Rows under headings, in aligned columns. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'none';
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A record as lines of "name  value". */
export function textRecord(record: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  return Object.entries(record)
    .map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}`)
    .join('\n');
}

function cellText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
