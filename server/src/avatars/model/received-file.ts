import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../kernel/index.ts';

/** A file as it came in, on the disk and without a name: it is gone with the process, however that ends. */
export type ReceivedFile = AsyncDisposable & {
  readonly handle: FileHandle;
  readonly bytes: number;
  readonly sha256: string;
};

/** Writes what comes to the disk, and no more of it than is allowed. */
export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<ReceivedFile> {
  const handle = await openNameless();
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of source) {
      if (bytes + piece.length > mostBytes) throw tooLarge(mostBytes);
      await handle.write(piece, 0, piece.length, bytes);
      hash.update(piece);
      bytes += piece.length;
    }
    return { handle, bytes, sha256: hash.digest('hex'), [Symbol.asyncDispose]: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export function tooLarge(mostBytes: number): Refusal {
  const limit = `${Math.round(mostBytes / 1024 / 1024)} MB`;
  return new Refusal(
    'too_large',
    `The model is too large: at most ${limit} are taken. Use smaller pictures.`,
  );
}

async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-model-'));
  try {
    return await open(join(folder, 'model'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
