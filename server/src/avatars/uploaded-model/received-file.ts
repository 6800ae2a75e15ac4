import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../kernel/index.ts';

/** An uploaded file on the disk. It has no name, so the system deletes it when the process ends, even in a crash. */
export type ReceivedFile = AsyncDisposable & {
  readonly handle: FileHandle;
  readonly bytes: number;
  readonly sha256: string;
};

/** Writes an upload to the disk; refuses it once it is larger than allowed. */
export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<ReceivedFile> {
  const handle = await openNameless();
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of source) {
      if (bytes + piece.length > maxBytes) throw tooLarge(maxBytes);
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

export function tooLarge(maxBytes: number): Refusal {
  const limit = `${Math.round(maxBytes / 1024 / 1024)} MB`;
  return new Refusal('too_large', `The model is too large. The limit is ${limit}. Use smaller textures.`);
}

async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-model-'));
  try {
    return await open(join(folder, 'model'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
