import { type Actor, type Change, makeChange } from '../../audit/index.ts';
import type { Sql } from '../../db/index.ts';
import { invalid, mustBeVersion, notFound, Refusal, Semaphore, SemaphoreFull } from '../../kernel/index.ts';
import type { Avatar, AvatarRef } from '../avatar.ts';
import type { AvatarModel } from './avatar-model.ts';
import { insertModel, insertPart, readPart, removeModel } from './model-rows.ts';
import { type ReceivedFile, receiveFile } from './received-file.ts';
import { runCheck } from './run-check.ts';

export type ModelDeps = {
  readonly sql: Sql;
  readonly maxBytes: number;
  get(accountId: string, id: number): Promise<Avatar>;
  /**
   * Locks an avatar while `work` changes its model, then increments the version. `work` returns the details for the
   * audit log, or null if it has changed nothing.
   */
  changeModel(
    change: Change,
    ref: AvatarRef,
    action: string,
    work: (before: Avatar) => Promise<Readonly<Record<string, unknown>> | null>,
  ): Promise<Avatar>;
};

const partBytes = 256 * 1024;
/** For all accounts together. A single account gets half of them. */
const maxUploadsAtOnce = 8;

/** Customers' own models. An upload is written to the disk, checked, and stored and served in parts. */
export function createModels({ sql, maxBytes, get, changeModel }: ModelDeps) {
  // Uploads beyond the limit are refused: a waiting one would hold its connection and its file.
  const uploads = new Semaphore({ limit: maxUploadsAtOnce, maxWaiting: 0 });
  // One after another, because a check may take hundreds of megabytes. Only uploads wait, so the queue is short.
  const checks = new Semaphore({ limit: 1 });

  async function take(actor: Actor, ref: AvatarRef, source: AsyncIterable<Uint8Array>): Promise<Avatar> {
    const before = await get(ref.accountId, ref.id);
    mustBeVersion(before.version, ref.version);
    await using file = await receiveFile(source, maxBytes);
    const { bytes, sha256 } = file;
    if (bytes === 0) throw invalid('The file is empty. Send a GLB or VRM file as the body.');
    if (before.model?.sha256 === sha256) return before;
    const verdict = await checks.run(ref.accountId, () => runCheck({ descriptor: file.handle.fd, bytes }));
    if (!verdict.ok) throw invalid(verdict.complaint);
    const { format, triangles } = verdict;
    return await makeChange(sql, actor, (change) =>
      changeModel(change, ref, 'avatars.putModel', async ({ model: current }) => {
        // Two uploads of one file at the same time change the avatar once.
        if (current?.sha256 === sha256) return null;
        await removeModel(change.tx, ref.id);
        const model = await insertModel(change.tx, ref.id, { format, triangles, sha256, bytes });
        for await (const part of partsOf(file))
          await insertPart(change.tx, model.id, part.number, part.bytes);
        return { format, bytes, triangles };
      }),
    );
  }

  return {
    maxBytes,

    /**
     * Replaces the avatar's model. A refusal says why a file cannot be shown. No transaction is open while the upload
     * arrives, so this makes its change itself.
     */
    async put(actor: Actor, ref: AvatarRef, source: AsyncIterable<Uint8Array>): Promise<Avatar> {
      try {
        return await uploads.run(ref.accountId, () => take(actor, ref, source));
      } catch (error) {
        if (!(error instanceof SemaphoreFull)) throw error;
        throw new Refusal(
          'too_many_requests',
          'Too many models are being uploaded at the same time. Try again in a moment.',
        );
      }
    },

    remove: (change: Change, ref: AvatarRef): Promise<Avatar> =>
      changeModel(change, ref, 'avatars.removeModel', async () => {
        if (!(await removeModel(change.tx, ref.id)))
          throw notFound(`Avatar ${ref.id} has no model of its own.`);
        return {};
      }),

    /** The bytes of a model, part by part. Fails if the model is removed in the meantime. */
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
  for (let offset = 0, number = 0; offset < bytes; offset += partBytes, number += 1) {
    const buffer = Buffer.alloc(Math.min(partBytes, bytes - offset));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
    if (bytesRead !== buffer.length) throw new Error('The file of a model ended too early.');
    yield { number, bytes: buffer };
  }
}
