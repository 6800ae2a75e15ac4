import { text as readStream } from 'node:stream/consumers';
import { type Flag, type Flags, UsageError } from '../command.ts';

export const textFlag = (about: string): Flag => ({ kind: 'text', about });
export const requiredFlag = (about: string): Flag => ({ kind: 'text', about, required: true });
export const secretFlag = (what: string): Flag =>
  textFlag(`${what}; "-" reads it from standard input, "none" removes it`);

export const textOf = (value: Flags[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;

export const listOf = (value: Flags[string]): string[] | undefined =>
  Array.isArray(value) ? [...(value as readonly string[])] : undefined;

/** "all" means no restriction. */
export function allowlistOf(value: Flags[string]): string[] | null | undefined {
  const list = listOf(value);
  return list?.join() === 'all' ? null : list;
}

/** "-" reads the secret from standard input, so that no list of processes shows it; "none" removes it. */
export async function secretOf(value: Flags[string]): Promise<string | null | undefined> {
  if (value === 'none') return null;
  return value === '-' ? (await readStream(process.stdin)).trim() : textOf(value);
}

export function wholeNumberOf(name: string, flags: Flags): number | undefined {
  const text = textOf(flags[name]);
  if (text !== undefined && !/^-?\d{1,10}$/.test(text))
    throw new UsageError(`--${name} "${text}" must be a whole number.`);
  return text === undefined ? undefined : Number(text);
}

export function timeOf(name: string, flags: Flags): number | undefined {
  const text = textOf(flags[name]);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new UsageError(`--${name} "${text}" must be a time such as 2026-01-31T12:00:00Z.`);
  return time;
}

export const headerFlag: Flag = {
  kind: 'texts',
  about: 'a header to send, as "Name: value"; repeat the flag for more headers',
};

export function headersOf({ header }: Flags): Record<string, string> | undefined {
  if (header === undefined) return undefined;
  return Object.fromEntries(
    (listOf(header) ?? []).map((text) => {
      const colon = text.indexOf(':');
      if (colon < 1) throw new UsageError(`--header "${text}" must have the form "Name: value".`);
      return [text.slice(0, colon).trim(), text.slice(colon + 1).trimStart()];
    }),
  );
}

type Given<T> = { [N in keyof T]?: Exclude<T[N], undefined> };
/** Leaves out the fields that are not set. */
export const given = <T extends Readonly<Record<string, unknown>>>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
