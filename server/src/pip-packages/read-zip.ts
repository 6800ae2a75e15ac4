import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

export type ZipLimits = { readonly maxEntries: number; readonly maxEntryBytes: number };

/** The file is not a zip, or not of a supported kind. */
export class BrokenZip extends Error {
  override name = 'BrokenZip';
}

/** The files of a zip that are wanted, by their names. Counts and sizes are checked before anything is unpacked. */
export async function readZip(
  file: Buffer,
  limits: ZipLimits,
  accepts: (name: string) => boolean,
): Promise<Map<string, Buffer>> {
  try {
    const zip = await fromBufferPromise(file, { lazyEntries: true });
    if (zip.entryCount > limits.maxEntries) throw new BrokenZip(`it has ${zip.entryCount} files`);
    const files = new Map<string, Buffer>();
    for await (const entry of zip.eachEntry()) {
      if (!accepts(entry.fileName)) continue;
      if (entry.uncompressedSize > limits.maxEntryBytes)
        throw new BrokenZip(`"${entry.fileName}" is larger than ${limits.maxEntryBytes} bytes`);
      files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
    return files;
  } catch (error) {
    throw error instanceof BrokenZip ? error : new BrokenZip((error as Error).message, { cause: error });
  }
}
