import { type ReactNode, useState } from 'react';
import type { AvatarSettings } from './avatar-settings.ts';
import { useMediaStream } from './hooks/use-media-stream.ts';
import { useEventCallbacks } from './hooks/use-parley-event.ts';
import { useTokenNeeded } from './hooks/use-token-needed.ts';
import { ParleyContext, type ParleyContextValue } from './parley-context.ts';
import { ParleyStore } from './parley-store.ts';
import { useParleyLifecycle } from './use-parley-lifecycle.ts';

export type ParleyProviderProps = AvatarSettings & { readonly children?: ReactNode };

/** Provides one avatar to all components below. Hooks use it, and `AvatarStage` shows its face. */
export function ParleyProvider({ children, ...settings }: ParleyProviderProps): ReactNode {
  const [context] = useState<ParleyContextValue>(() => ({
    store: new ParleyStore(),
    stage: { current: null },
  }));
  useParleyLifecycle(context, settings);
  useEventCallbacks(context.store, settings.eventCallbacks);
  useTokenNeeded(context.store, settings.onTokenNeeded);
  useMediaStream(context.store, settings.mediaStream);
  return <ParleyContext.Provider value={context}>{children}</ParleyContext.Provider>;
}
