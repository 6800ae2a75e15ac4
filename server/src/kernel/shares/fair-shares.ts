/**
 * Counts how much of a limited resource each key holds, such as an account, and divides it fairly. A key may hold as
 * much as stays free: one key alone gets half, two get a third each. So however long its work takes, a key never takes
 * everything, and a key that holds nothing finds something free.
 */
export class FairShares {
  readonly limit: number;
  readonly #held = new Map<string, number>();
  #inUse = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get free(): number {
    return this.limit - this.#inUse;
  }

  heldBy(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  /** Whether the key may take this much now. A key that holds nothing may take all that is free. */
  fits(key: string, weight: number): boolean {
    const left = this.free - weight;
    const held = this.heldBy(key);
    return left >= 0 && (held === 0 || held + weight <= left);
  }

  /** How many tasks of weight 1 the key may start now. */
  roomFor(key: string): number {
    const held = this.heldBy(key);
    const share = Math.floor((this.free - held) / 2);
    return Math.max(share, held === 0 ? Math.min(1, this.free) : 0);
  }

  take(key: string, weight = 1): void {
    this.#held.set(key, this.heldBy(key) + weight);
    this.#inUse += weight;
  }

  giveBack(key: string, weight = 1): void {
    const left = this.heldBy(key) - weight;
    if (left > 0) this.#held.set(key, left);
    else this.#held.delete(key);
    this.#inUse -= weight;
  }
}
