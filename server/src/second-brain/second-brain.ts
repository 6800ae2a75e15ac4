import { hasSecondBrain, withSecondBrain } from '../avatars/index.ts';
import type { SecondBrain } from '../live/index.ts';
import { CanaryTurns } from './canary/canary-turns.ts';
import { CanaryWatch, type WatchDeps } from './canary/canary-watch.ts';
import { createLoadCheck } from './shadow/process-load.ts';
import { createShadowAnswers } from './shadow/shadow-answers.ts';
import { type ShadowBrains, Shadows } from './shadow/shadows.ts';

export type SecondBrainDeps = WatchDeps & {
  readonly shadow: ShadowBrains;
  /** Tests replace it. */
  readonly isBusy?: () => boolean;
};

/** The second brains of all avatars: what sessions need, and what must be awaited at the end. */
export type SecondBrains = SecondBrain &
  AsyncDisposable & {
    /** Settles when the answers that have arrived are stored. */
    stored(): Promise<void>;
    /** Settles when shadows have answered and canaries are checked. */
    settled(): Promise<void>;
  };

export function createSecondBrains(deps: SecondBrainDeps): SecondBrains {
  const isBusy = deps.isBusy ?? createLoadCheck(deps.sql);
  const answers = createShadowAnswers(deps.sql, deps.log, isBusy);
  const shadows = new Shadows({ ...deps, ...deps.shadow, isBusy, store: answers.add });
  const turns = new CanaryTurns();
  const watch = new CanaryWatch(deps);
  return {
    choose(found) {
      const { id, secondRole, canaryShare } = found.avatar;
      const isCanary = secondRole === 'canary' && hasSecondBrain(found) && turns.isNext(id, canaryShare);
      return isCanary ? withSecondBrain(found) : found;
    },
    handleOpened(user, avatar, outcome) {
      if (avatar.isCanary && outcome === 'refused') watch.handleTurn(avatar, true);
      if (avatar.isCanary || outcome === 'refused' || avatar.avatar.secondRole !== 'shadow') return;
      shadows.login(user, avatar);
    },
    handleTurn(turn, avatar) {
      if (avatar.isCanary) watch.handleTurn(avatar, turn.outcome === 'failed');
      else if (avatar.avatar.secondRole === 'shadow') shadows.chat(turn, avatar);
    },
    handleEnded: (sessionId) => shadows.logout(sessionId),
    handleHandedOver: (sessionId) => shadows.forget(sessionId),
    stored: answers.settled,
    async settled() {
      await shadows.settled();
      await Promise.all([answers.settled(), watch.settled()]);
    },
    async [Symbol.asyncDispose]() {
      await shadows[Symbol.asyncDispose]();
      await Promise.all([answers.settled(), watch.settled()]);
    },
  };
}
