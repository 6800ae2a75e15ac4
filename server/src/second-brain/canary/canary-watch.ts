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

type CanaryCheck = { isRunning: boolean; isCheckRequested: boolean; nextMs: number };

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

  /** A turn of a canary is over. */
  handleTurn(avatar: AvatarWithSecrets, failed: boolean): void {
    const { id, secondRole, canaryShare } = avatar.avatar;
    if (secondRole !== 'canary' || canaryShare === 0) return;
    const nowMs = this.#deps.clock.monotonicMs();
    const check = this.#checks.get(id) ?? { isRunning: false, isCheckRequested: false, nextMs: nowMs };
    if (!failed && nowMs < check.nextMs) return;
    check.nextMs = nowMs + lookEveryMs;
    check.isCheckRequested = true;
    this.#checks.delete(id);
    this.#checks.set(id, check);
    this.#forgetPast(nowMs);
    if (check.isRunning) return;
    check.isRunning = true;
    const work = this.#check(avatar, check).finally(() => {
      check.isRunning = false;
      this.#work.delete(work);
    });
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

  async #check(avatar: AvatarWithSecrets, check: CanaryCheck): Promise<void> {
    const { log } = this.#deps;
    const { id, accountId } = avatar.avatar;
    try {
      while (check.isCheckRequested) {
        check.isCheckRequested = false;
        if (await this.#stopIfBeyond(avatar)) {
          log.warn({ avatarId: id, accountId }, 'a canary failed or slowed down and gets no new sessions');
          return;
        }
      }
    } catch (error) {
      log.error({ err: error, avatarId: id }, 'could not check a canary');
    }
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
