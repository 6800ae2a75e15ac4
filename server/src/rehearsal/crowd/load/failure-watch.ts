const lastTurns = 50;
const fewestTurns = 10;
const mostFailedShare = 0.2;

/** Notices that the target fails, by the last turns. */
export class FailureWatch {
  readonly #last: boolean[] = [];

  /** Takes the outcome of one more turn. */
  isTooMuch(hasFailed: boolean): boolean {
    this.#last.push(hasFailed);
    if (this.#last.length > lastTurns) this.#last.shift();
    return (
      hasFailed && this.#last.length >= fewestTurns && this.#failed / this.#last.length > mostFailedShare
    );
  }

  get text(): string {
    return `${this.#failed} of the last ${this.#last.length} turns failed`;
  }

  get #failed(): number {
    return this.#last.filter(Boolean).length;
  }
}
