import type { Caption } from '@parley/client/sdk';
import { useLatestEvent } from './use-event-state.ts';

/** The current sentence and how much of it has been spoken. Null in silence. */
export const useCaption = (): Caption | null =>
  useLatestEvent('caption', null as Caption | null, (caption) => caption);
