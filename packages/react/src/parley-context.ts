import { createContext } from 'react';
import type { ParleyStore } from './parley-store.ts';

export type ParleyContextValue = {
  readonly store: ParleyStore;
  /** The element for the face. `AvatarStage` sets it. */
  readonly stage: { current: HTMLElement | null };
};

export const ParleyContext = createContext<ParleyContextValue | null>(null);
