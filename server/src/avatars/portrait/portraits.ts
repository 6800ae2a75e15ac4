import { createHash } from 'node:crypto';
import { isPortraitFile, portraitFile } from '@parley/face/rules';
import { type Actor, makeChange } from '../../audit/index.ts';
import { invalid, mustBeVersion, Refusal } from '../../kernel/index.ts';
import type { Avatar, AvatarRef } from '../avatar.ts';
import type { ModelDeps } from '../uploaded-model/models.ts';
import { putPortrait, readPortrait } from './portrait-rows.ts';

/** The address of an avatar's own pictures. It changes with the content, so browsers may cache it for ever. */
export const portraitPath = (avatarId: number, sha256: string): string =>
  `/client/avatars/${avatarId}/portrait/${sha256}.webp`;

/** Pictures of avatars that look like none of the presets. The dashboard draws them in the owner's browser. */
export function createPortraits({ sql, get, changeModel }: Omit<ModelDeps, 'maxBytes'>) {
  return {
    /** The pictures belong to the version of the avatar that was drawn, so the caller should name it. */
    async put(actor: Actor, ref: AvatarRef, source: AsyncIterable<Uint8Array>): Promise<Avatar> {
      const before = await get(ref.accountId, ref.id);
      mustBeVersion(before.version, ref.version);
      const bytes = await received(source);
      if (!isPortraitFile(bytes))
        throw invalid(
          `These are no pictures of a face. A file has ${portraitFile.width} × ${portraitFile.height} pixels, as WebP.`,
        );
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return await makeChange(sql, actor, (change) =>
        changeModel(change, ref, 'avatars.putPortrait', async ({ portrait }) => {
          if (portrait === sha256) return null;
          await putPortrait(change.tx, ref.id, { sha256, bytes });
          return { bytes: bytes.length };
        }),
      );
    },

    read: (avatarId: number, sha256: string): Promise<Buffer | null> => readPortrait(sql, avatarId, sha256),
  };
}

async function received(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let left: number = portraitFile.maxBytes;
  for await (const piece of source) {
    left -= piece.length;
    if (left < 0)
      throw new Refusal(
        'too_large',
        `The pictures are too large. The limit is ${portraitFile.maxBytes / 1000} KB.`,
      );
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
