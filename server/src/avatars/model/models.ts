import type { InSameTransaction, Queries, Sql } from '../../db/index.ts';
import { invalid, notFound, Refusal, Semaphore, SemaphoreFull } from '../../kernel/index.ts';
import type { AvatarModel } from './avatar-model.ts';
import { insertModel, insertPart, readPart, removeModel } from './model-rows.ts';
import { type ReceivedFile, receiveFile } from './received-file.ts';
import { runCheck } from './run-check.ts';

export type ModelDeps = {
  readonly sql: Sql;
  readonly maxBytes: number;
  /** Runs a change in a transaction that holds the avatar; refuses where there is none in the account. */
  changing<T>(
    id: number,
    accountId: string | undefined,
    change: (tx: Queries) => Promise<T>,
    also?: InSameTransaction<T>,
  ): Promise<T>;
  current(id: number, accountId: string | undefined): Promise<{ readonly model: AvatarModel | null }>;
};

const partBytes = 256 * 1024;
const maxUploadsAtOnce = 4;

/** Customers' own models. An upload goes to the disk, is checked, and is stored and served in parts. */
export function createModels({ sql, maxBytes, changing, current }: ModelDeps) {
  // Uploads beyond the limit are refused: a waiting one would hold its connection and its file.
  const uploads = new Semaphore({ limit: maxUploadsAtOnce, maxWaiting: 0 });

  async function take(
    id: number,
    source: AsyncIterable<Uint8Array>,
    accountId: string | undefined,
    also: InSameTransaction<AvatarModel> | undefined,
  ): Promise<AvatarModel> {
    const before = await current(id, accountId);
    await using file = await receiveFile(source, maxBytes);
    if (file.bytes === 0) throw invalid('The file is empty: send a GLB or VRM file as the body.');
    if (before.model?.sha256 === file.sha256) return before.model;
    const verdict = await runCheck({ descriptor: file.handle.fd, bytes: file.bytes });
    if (!verdict.ok) throw invalid(verdict.complaint);
    const replace = async (tx: Queries): Promise<AvatarModel> => {
      await removeModel(tx, id);
      const model = await insertModel(tx, id, { ...verdict, sha256: file.sha256, bytes: file.bytes });
      for await (const { number, bytes } of partsOf(file)) await insertPart(tx, model.id, number, bytes);
      return model;
    };
    return await changing(id, accountId, replace, also);
  }

  return {
    maxBytes,

    /** Replaces the avatar's model. A refusal says why a file cannot be shown. */
    async put(
      id: number,
      source: AsyncIterable<Uint8Array>,
      accountId?: string,
      also?: InSameTransaction<AvatarModel>,
    ): Promise<AvatarModel> {
      try {
        return await uploads.run(() => take(id, source, accountId, also));
      } catch (error) {
        if (!(error instanceof SemaphoreFull)) throw error;
        throw new Refusal(
          'too_many_requests',
          'Too many models are being uploaded. Please try again in a moment.',
        );
      }
    },

    async remove(id: number, accountId?: string, also?: InSameTransaction<void>): Promise<void> {
      const remove = async (tx: Queries): Promise<void> => {
        if (!(await removeModel(tx, id))) throw notFound(`Avatar ${id} has no model of its own.`);
      };
      await changing(id, accountId, remove, also);
    },

    /** The bytes of a model, part by part. Fails when the model is removed meanwhile. */
    async *read({ id, bytes }: AvatarModel): AsyncGenerator<Buffer> {
      let given = 0;
      for (let number = 0; given < bytes; number += 1) {
        const part = await readPart(sql, id, number);
        if (part === null) throw new Error('The model was removed while it was read.');
        given += part.length;
        yield part;
      }
    },
  };
}

async function* partsOf({ handle, bytes }: ReceivedFile): AsyncGenerator<{ number: number; bytes: Buffer }> {
  for (let place = 0, number = 0; place < bytes; place += partBytes, number += 1) {
    const buffer = Buffer.alloc(Math.min(partBytes, bytes - place));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, place);
    if (bytesRead !== buffer.length) throw new Error('The file of a model ended too early.');
    yield { number, bytes: buffer };
  }
}
