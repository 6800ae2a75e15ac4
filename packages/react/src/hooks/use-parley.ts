import type { Parley } from '@parley/client/sdk';
import { useContext, useSyncExternalStore } from 'react';
import { ParleyContext } from '../parley-context.ts';
import type { ParleyStore } from '../parley-store.ts';

const noParley = () => null;
const neverChanges = () => () => {};

export const useStoredParley = (store: ParleyStore | undefined): Parley | null =>
  useSyncExternalStore(store?.subscribe ?? neverChanges, store?.read ?? noParley, noParley);

/** The SDK object of the surrounding avatar. Null on a server and during the first render. */
export const useParley = (): Parley | null => useStoredParley(useContext(ParleyContext)?.store);
