import { createContext } from 'react';
import type { ParleySlot } from './parley-slot.ts';

export type ParleyPlace = {
  readonly slot: ParleySlot;
  /** Where the face is drawn; set by whoever shows it. */
  readonly stage: { current: HTMLElement | null };
};

export const ParleyContext = createContext<ParleyPlace | null>(null);
