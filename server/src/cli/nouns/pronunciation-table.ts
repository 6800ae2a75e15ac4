import { readFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import { type Pronunciation, readPronunciationTable } from '@parley/protocol/pronunciations';
import type { Flags } from '../command.ts';
import { withFile } from '../named-file.ts';

export const tableHint =
  'a CSV file with word, respelling, IPA and language; "-" reads it from standard input, "none" empties the list';

/** The words of a CSV file that a flag names. */
export async function pronunciationsOf(value: Flags[string]): Promise<Pronunciation[] | undefined> {
  if (typeof value !== 'string') return undefined;
  if (value === 'none') return [];
  const table =
    value === '-'
      ? await readStream(process.stdin)
      : await withFile(value, 'read', () => readFile(value, 'utf8'));
  return readPronunciationTable(table);
}
