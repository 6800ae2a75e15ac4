import type { Parley } from '@parley/client/sdk';
import { useContext, useSyncExternalStore } from 'react';
import { ParleyContext } from '../parley-context.ts';
import type { ParleySlot } from '../parley-slot.ts';

const nobody = () => null;
const neverChanges = () => () => {};

export const useSlot = (slot: ParleySlot | undefined): Parley | null =>
  useSyncExternalStore(slot?.subscribe ?? neverChanges, slot?.read ?? nobody, nobody);

/** The SDK object of the avatar around this component; null on a server and in the first moment. */
export const useParley = (): Parley | null => useSlot(useContext(ParleyContext)?.slot);
