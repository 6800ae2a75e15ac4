import { readRequestedLook, samePreset } from '@parley/face/rules';
import type { Avatar } from '@parley/protocol/management';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAccountId } from '../../../api/account-id.ts';
import { call } from '../../../api/call.ts';
import { invalidateCalls } from '../../../api/queries.ts';
import { loadFaceModule } from '../../../faces/face-module.ts';

/** How far the drawing is, 0 to 1. */
export type PortraitState = { readonly kind: 'none' | 'drawing' | 'failed'; readonly share: number };

const isPreset = (look: Avatar['look']): boolean => samePreset(readRequestedLook(look).look) !== undefined;

/** What pictures of the avatar must show, as text. Null if it needs none or has them. */
function wantedFor({ look, model, portraitUrl }: Avatar): string | null {
  if (portraitUrl !== null || (model === null && isPreset(look))) return null;
  return JSON.stringify({ look, model: model && new URL(model.url).pathname });
}

/** Draws and stores the pictures of an avatar that looks like no preset, if it has none. */
export function usePortrait(avatar: Avatar): PortraitState {
  const account = useAccountId();
  const client = useQueryClient();
  const [state, setState] = useState<PortraitState>({ kind: 'none', share: 0 });
  const { id } = avatar;
  // It is text, so that a save of other settings does not start the drawing again.
  const wanted = wantedFor(avatar);
  useEffect(() => {
    if (wanted === null) return setState({ kind: 'none', share: 0 });
    const leaving = new AbortController();
    const report = (share: number): void => {
      leaving.signal.throwIfAborted();
      setState({ kind: 'drawing', share });
    };
    const draw = async (): Promise<void> => {
      report(0);
      const { makePortrait } = await loadFaceModule();
      const body = await makePortrait(JSON.parse(wanted), report);
      const params = { account, avatar: id };
      const newest = await call('avatars.get', { params });
      leaving.signal.throwIfAborted();
      // If somebody has changed the face meanwhile, the new one is drawn as soon as this page knows it.
      if (wantedFor(newest) === wanted)
        await call('avatars.putPortrait', { params, body, ifMatch: newest.version });
      await invalidateCalls(client, ['avatars.get', 'avatars.list']);
    };
    draw().catch(() => {
      if (!leaving.signal.aborted) setState({ kind: 'failed', share: 0 });
    });
    return () => leaving.abort();
  }, [wanted, account, id, client]);
  return state;
}
