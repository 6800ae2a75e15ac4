/** More avatars than have a canary at the same time. */
const maxAvatars = 10_000;

/**
 * Decides which new sessions a canary answers. It does not roll dice: of any hundred sessions in a row the canary gets
 * its share, give or take one. Each process counts for itself, from a random start.
 */
export class CanaryTurns {
  readonly #random: () => number;
  /** What is left of a whole session, by avatar. */
  readonly #left = new Map<number, number>();

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** `share` is in percent. */
  isNext(avatarId: number, share: number): boolean {
    if (share <= 0) return false;
    const before = this.#left.get(avatarId) ?? Math.floor(this.#random() * 100);
    const sum = before + share;
    if (!this.#left.has(avatarId) && this.#left.size >= maxAvatars) this.#left.clear();
    this.#left.set(avatarId, sum % 100);
    return sum >= 100;
  }
}
