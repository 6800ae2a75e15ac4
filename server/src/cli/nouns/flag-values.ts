import { text as readStream } from 'node:stream/consumers';
import type { Flag, Flags } from '../command.ts';

export const textFlag = (about: string): Flag => ({ kind: 'text', about });
export const switchFlag = (about: string): Flag => ({ kind: 'switch', about });
export const secretFlag = (what: string): Flag =>
  textFlag(`${what}; "-" reads it from standard input, "none" takes it away`);

export const textOf = (value: Flags[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** "-" is read from standard input, so that it stands in no list of processes; "none" takes it away. */
export async function secretOf(value: Flags[string]): Promise<string | null | undefined> {
  if (value === 'none') return null;
  return value === '-' ? (await readStream(process.stdin)).trim() : textOf(value);
}
