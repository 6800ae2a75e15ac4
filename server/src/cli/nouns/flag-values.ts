import { text as readStream } from 'node:stream/consumers';
import type { Flag, Flags } from '../command.ts';

export const textFlag = (about: string): Flag => ({ kind: 'text', about });
export const secretFlag = (what: string): Flag =>
  textFlag(`${what}; "-" reads it from standard input, "none" removes it`);

export const textOf = (value: Flags[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** "-" reads the secret from standard input, so that no list of processes shows it; "none" removes it. */
export async function secretOf(value: Flags[string]): Promise<string | null | undefined> {
  if (value === 'none') return null;
  return value === '-' ? (await readStream(process.stdin)).trim() : textOf(value);
}
