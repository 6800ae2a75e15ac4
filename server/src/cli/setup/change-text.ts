import { isDeepStrictEqual } from 'node:util';
import { shortened } from '@parley/protocol';

export const secretText = '(secret)';
const maxLength = 80;

/** A value on one line, without secrets. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  const text = JSON.stringify(value, (name, inner) =>
    /key$/i.test(name) && typeof inner === 'string' ? secretText : inner,
  );
  return shortened(text, maxLength);
}

export const changeText = (name: string, before: unknown, after: unknown): string =>
  `${name}: ${valueText(before)} → ${valueText(after)}`;

/** A line for each field that differs. */
export function changedFields<T extends object>(
  before: T,
  after: T,
  names: readonly (keyof T & string)[],
): string[] {
  return names
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => changeText(name, before[name], after[name]));
}

/** A line for each field of a new thing. */
export const newFields = (fields: object): string[] =>
  Object.entries(fields).map(([name, value]) =>
    /key$/i.test(name) ? `${name}: ${secretText}` : `${name}: ${valueText(value)}`,
  );
