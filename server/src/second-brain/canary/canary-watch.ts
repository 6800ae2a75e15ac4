import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { Conversations } from '../../conversations/index.ts';
import type { Log } from '../../kernel/index.ts';
import { readCanaryTurns, readFirstP95, readLogins } from './canary-rows.ts';
import { reasonToStopForRefusals } from './refusals.ts';
import { type StopDeps, stopCanary } from './stop-canary.ts';
import { minTimes, reasonToStop, timesIn } from './stop-rule.ts';

export type WatchDeps = StopDeps & {
  readonly log: Log;
  readonly conversations: Pick<Conversations, 'settled'>;
};

/** Slowness need not be noticed at once. Reading the turns after each of them would cost more than the turns. */
const lookEveryMs = 2_000;

/** `requested` has the settings of the latest trial that has asked for a check. */
type CanaryCheck = { isRunning: boolean; requested: AvatarWithSecrets | null; nextMs: number };

/**
 * Looks at the stored turns of a canary after each of its failures, and now and then. Every process stores its turns in
 * the same database, so any of them sees the failures of all.
 */
export class CanaryWatch {
  readonly #deps: WatchDeps;
  /** Those with the latest look are last. */
  readonly #checks = new Map<number, CanaryCheck>();
  readonly #work = new Set<Promise<void>>();

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** A turn of a canary is over, or it has refused LOGIN. */
  handleTurn(avatar: AvatarWithSecrets, failed: boolean): void {
    const { id, secondRole, canaryShare, secondTrial } = avatar.avatar;
    if (secondRole !== 'canary' || canaryShare === 0) return;
    const nowMs = this.#deps.clock.monotonicMs();
    const check = this.#checks.get(id) ?? { isRunning: false, requested: null, nextMs: nowMs };
    if (!failed && nowMs < check.nextMs) return;
    check.nextMs = nowMs + lookEveryMs;
    if (secondTrial >= (check.requested?.avatar.secondTrial ?? 0)) check.requested = avatar;
    this.#checks.delete(id);
    this.#checks.set(id, check);
    this.#forgetPast(nowMs);
    if (check.isRunning) return;
    check.isRunning = true;
    const work = this.#check(check).finally(() => this.#work.delete(work));
    this.#work.add(work);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#work);
  }

  #forgetPast(nowMs: number): void {
    for (const [id, { isRunning, nextMs }] of this.#checks) {
      if (isRunning || nowMs < nextMs) return;
      this.#checks.delete(id);
    }
  }

  async #check(check: CanaryCheck): Promise<void> {
    const { log } = this.#deps;
    while (check.requested !== null) {
      const found = check.requested;
      const { id: avatarId, accountId } = found.avatar;
      check.requested = null;
      try {
        if (await this.#stopIfBeyond(found))
          log.warn({ avatarId, accountId }, 'a canary failed or slowed down and gets no new sessions');
      } catch (error) {
        log.error({ err: error, avatarId, accountId }, 'could not check a canary');
      }
    }
    check.isRunning = false;
  }

  async #stopIfBeyond({ avatar }: AvatarWithSecrets): Promise<boolean> {
    const { sql, conversations } = this.#deps;
    const trial = { avatarId: avatar.id, trial: avatar.secondTrial };
    // The turn that asked for this is stored a moment later.
    await conversations.settled();
    const turns = await readCanaryTurns(sql, trial);
    const comparesTimes = avatar.canaryMaxSlower > 0 && timesIn(turns).length >= minTimes;
    const firstP95Ms = comparesTimes ? await readFirstP95(sql, trial) : null;
    const reason =
      reasonToStop(turns, avatar, firstP95Ms) ??
      reasonToStopForRefusals(await readLogins(sql, trial), avatar);
    if (reason === null) return false;
    return await stopCanary(this.#deps, avatar, reason);
  }
}
