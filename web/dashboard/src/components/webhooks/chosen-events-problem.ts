import { strings } from '../../strings/index.ts';

/** Why a choice of events cannot be saved, or null. */
export const chosenEventsProblem = (events: readonly string[] | null): string | null =>
  events?.length === 0 ? strings.webhooks.chooseOne : null;
