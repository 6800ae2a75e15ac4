const lastTurns = 50;
const minTurns = 10;
const maxFailedShare = 0.2;

/** Notices that the target fails, by the last turns. */
export class FailureWatch {
  readonly #last: boolean[] = [];

  /** Takes the outcome of one more turn. */
  isTooMuch(hasFailed: boolean): boolean {
    this.#last.push(hasFailed);
    if (this.#last.length > lastTurns) this.#last.shift();
    return hasFailed && this.#last.length >= minTurns && this.#failed / this.#last.length > maxFailedShare;
  }

  get text(): string {
    return `${this.#failed} of the last ${this.#last.length} turns failed`;
  }

  get #failed(): number {
    return this.#last.filter(Boolean).length;
  }
}
