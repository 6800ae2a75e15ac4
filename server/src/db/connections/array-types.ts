/** An array type. `to` and `from` are PostgreSQL's type ids. */
type ArrayType<T> = {
  readonly to: number;
  readonly from: number[];
  serialize(items: readonly unknown[]): string;
  parse(literal: string): (T | null)[];
};

/**
 * The arrays that statements and columns use. Otherwise the driver would ask for all types on every new connection,
 * with a query whose failure cannot be caught: if the database fails at that moment, the process would end.
 */
export const arrayTypes = (parseBigint: (text: string) => number) => ({
  texts: arrayOf(1009, [1002, 1003, 1009, 1015], String),
  integers: arrayOf(1007, [1005, 1007], Number),
  bigints: arrayOf(1016, [1016], parseBigint),
  floats: arrayOf(1022, [1021, 1022], Number),
  booleans: arrayOf(1000, [1000], (text) => text === 't'),
  moments: arrayOf(1185, [1115, 1185], (text) => new Date(text)),
  uuids: arrayOf(2951, [2951], String),
});

function arrayOf<T>(to: number, from: number[], parse: (text: string) => T): ArrayType<T> {
  return { to, from, serialize, parse: (literal) => parseArray(literal, parse) };
}

function serialize(items: readonly unknown[]): string {
  // The text is an array literal already.
  if (!Array.isArray(items)) return String(items);
  // Except for the brackets, this is the same text as JSON, unless JSON would write an escape such as \n.
  if (items.every(isSameInJson)) return `{${JSON.stringify(items).slice(1, -1)}}`;
  return `{${items.map(quoted).join(',')}}`;
}

const escapedInJson = /[^ -\ud7ff\ue000-\uffff]/;

const isSameInJson = (item: unknown): boolean =>
  typeof item === 'string' ? !escapedInJson.test(item) : item === null || Number.isFinite(item);

function quoted(item: unknown): string {
  if (typeof item === 'number') return String(item);
  if (item === null) return 'NULL';
  if (item === undefined) throw new TypeError('an item of an array is undefined');
  const text = item instanceof Date ? item.toISOString() : String(item);
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

const itemPattern = /"((?:[^"\\]|\\.)*)"|([^,{}]+)/gs;

function parseArray<T>(literal: string, parse: (text: string) => T): (T | null)[] {
  return [...literal.matchAll(itemPattern)].map(([, inQuotes, plain = '']) => {
    if (inQuotes !== undefined) return parse(inQuotes.replaceAll(/\\(.)/gs, '$1'));
    return plain === 'NULL' ? null : parse(plain);
  });
}
