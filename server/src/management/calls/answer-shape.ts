import type { TSchema } from 'typebox';

/** What a handler may return for a field of an answer: a date for a time, and a number for an id. */
export type Unshaped<T> = T extends string
  ? T | (string extends T ? number : never)
  : T extends number
    ? T | Date
    : T extends readonly (infer U)[]
      ? readonly Unshaped<U>[]
      : T extends object
        ? { readonly [K in keyof T]: Unshaped<T[K]> }
        : T;

type Parts = { type?: string; anyOf?: TSchema[]; items?: TSchema; properties?: Record<string, TSchema> };

/** Makes an answer from a handler's result. Only the fields of the schema leave the service. */
export function shaped(schema: TSchema, value: unknown): unknown {
  const { type, anyOf, items, properties } = schema as Parts;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'number') return type === 'string' ? String(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const fitting = anyOf?.find((part) => 'properties' in part || 'items' in part);
  if (fitting !== undefined) return shaped(fitting, value);
  if (items !== undefined) return (value as unknown[]).map((item) => shaped(items, item));
  if (properties === undefined) return value;
  const given = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(given.map(([name, part]) => [name, shaped(properties[name] ?? {}, part)]));
}
