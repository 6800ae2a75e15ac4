import { type ReactNode, useState } from 'react';
import type { AvatarSettings } from './avatar-settings.ts';
import { useMediaStream } from './hooks/use-media-stream.ts';
import { useEventCallbacks } from './hooks/use-parley-event.ts';
import { ParleyContext, type ParleyPlace } from './parley-context.ts';
import { ParleySlot } from './parley-slot.ts';
import { useParleyLife } from './use-parley-life.ts';

export type ParleyProviderProps = AvatarSettings & { readonly children?: ReactNode };

/** One avatar for all components below: hooks find it, and `AvatarStage` shows its face. */
export function ParleyProvider({ children, ...settings }: ParleyProviderProps): ReactNode {
  const [place] = useState<ParleyPlace>(() => ({ slot: new ParleySlot(), stage: { current: null } }));
  useParleyLife(place, settings);
  useEventCallbacks(place.slot, settings.eventCallbacks);
  useMediaStream(place.slot, settings.mediaStream);
  return <ParleyContext.Provider value={place}>{children}</ParleyContext.Provider>;
}
