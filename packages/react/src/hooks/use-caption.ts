import type { Caption } from '@parley/client/sdk';
import { useLatest } from './use-event-state.ts';

/** The sentence that is being heard and how far it has come; null in silence. */
export const useCaption = (): Caption | null =>
  useLatest('caption', null as Caption | null, (caption) => caption);
