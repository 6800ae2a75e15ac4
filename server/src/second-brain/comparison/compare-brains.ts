import type { BrainComparison } from '@parley/protocol/management';
import type { Avatar } from '../../avatars/index.ts';
import type { Queries, Sql } from '../../db/index.ts';
import { readCanaryAnswers, readShadowedTurns } from './compared-turns.ts';
import { readFigures, readShadowFigures } from './figures.ts';

type TrialState = { readonly since: number; readonly stopped: string | null };

/** The two brains of an avatar since the trial of the second one began. A canary that is off is still compared. */
export async function compareBrains(sql: Sql, avatar: Avatar): Promise<BrainComparison> {
  const trial = { avatarId: avatar.id, trial: avatar.secondTrial };
  const [course, first, canary, shadow] = await Promise.all([
    readTrialState(sql, avatar.id),
    readFigures(sql, trial, false),
    readFigures(sql, trial, true),
    readShadowFigures(sql, trial),
  ]);
  const isShadow = avatar.secondRole === 'shadow' || (avatar.secondRole === 'off' && shadow.turns > 0);
  return {
    role: avatar.secondRole,
    share: avatar.canaryShare,
    hasSecond: (avatar.secondBrain === 'model' ? avatar.secondModelUrl : avatar.secondEndpointUrl) !== null,
    ...course,
    first,
    second: isShadow ? shadow : canary,
    turns: await (isShadow ? readShadowedTurns(sql, trial) : readCanaryAnswers(sql, trial)),
  };
}

async function readTrialState(sql: Queries, avatarId: number): Promise<TrialState> {
  const [row] = await sql<TrialState[]>`
    select ms(second_since) as since, canary_stopped as stopped from avatars where id = ${avatarId}`;
  return row ?? { since: 0, stopped: null };
}
