import type { TObject } from 'typebox';

/**
 * Makes a function that leaves out optional fields that are null or an empty text. Templates of pages write both for a
 * value that they do not have.
 */
export function emptyFieldRemover(schema: TObject): (value: object) => object {
  const required: readonly string[] = schema.required ?? [];
  const optional = Object.keys(schema.properties).filter((name) => !required.includes(name));
  return (value) => {
    const fields = value as Readonly<Record<string, unknown>>;
    const empty = optional.filter((name) => fields[name] === null || fields[name] === '');
    if (empty.length === 0) return value;
    return Object.fromEntries(Object.entries(fields).filter(([name]) => !empty.includes(name)));
  };
}
