import { gunzipSync } from 'node:zlib';
import { BrokenZip, type ZipLimits } from './read-zip.ts';

const blockBytes = 512;
const regular = new Set(['0', '\0']);

/** The files of a packed tar archive that are wanted, by their names. Sizes are bounded before anything is unpacked. */
export async function readTar(
  file: Buffer,
  { maxEntries, maxEntryBytes }: ZipLimits,
  accepts: (name: string) => boolean,
): Promise<Map<string, Buffer>> {
  const tar = unpacked(file, 2 * maxEntryBytes);
  const files = new Map<string, Buffer>();
  let count = 0;
  for (let at = 0; at + blockBytes <= tar.length && tar[at] !== 0; ) {
    count += 1;
    if (count > maxEntries) throw new BrokenZip(`it has more than ${maxEntries} files`);
    const field = (from: number, to: number) => textOf(tar.subarray(at + from, at + to));
    const [name, size, kind, prefix] = [field(0, 100), field(124, 136), field(156, 157), field(345, 500)];
    if (!/^[0-7]{1,11}$/.test(size.trim())) throw new BrokenZip('a file has no size');
    const bytes = Number.parseInt(size, 8);
    const from = at + blockBytes;
    if (from + bytes > tar.length) throw new BrokenZip('it is cut off');
    const path = prefix === '' ? name : `${prefix}/${name}`;
    if (regular.has(kind === '' ? '\0' : kind) && accepts(path))
      files.set(path, tar.subarray(from, from + bytes));
    at = from + Math.ceil(bytes / blockBytes) * blockBytes;
  }
  return files;
}

function unpacked(file: Buffer, maxOutputLength: number): Buffer {
  try {
    return gunzipSync(file, { maxOutputLength });
  } catch (error) {
    throw new BrokenZip((error as Error).message, { cause: error });
  }
}

function textOf(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? field.length : end);
}
