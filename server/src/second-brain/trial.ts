import type { Fragment, Queries } from '../db/index.ts';

export type Trial = { readonly avatarId: number; readonly trial: number };

/** Whether a session belongs to a trial, and one of the brains answers it. The index covers only trials above 0. */
export const isOfTrial = (sql: Queries, { avatarId, trial }: Trial, canary: boolean): Fragment => sql`
  avatar_id = ${avatarId} and second_trial = ${trial} and second_trial > 0 and canary = ${canary}`;
