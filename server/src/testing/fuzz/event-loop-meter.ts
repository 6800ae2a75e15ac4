/** Adds up the work that is done in each turn of the event loop. Counting does not depend on how busy the machine is. */
export class EventLoopMeter implements Disposable {
  #most = 0;
  #inTurn = 0;
  #turns = 0;
  #next: NodeJS.Immediate;

  constructor() {
    this.#next = setImmediate(this.#nextTurn);
  }

  /** The most work in any turn so far. */
  get most(): number {
    return this.#most;
  }

  get turns(): number {
    return this.#turns;
  }

  add(work: number): void {
    this.#inTurn += work;
    this.#most = Math.max(this.#most, this.#inTurn);
  }

  [Symbol.dispose](): void {
    clearImmediate(this.#next);
  }

  #nextTurn = (): void => {
    this.#turns += 1;
    this.#inTurn = 0;
    this.#next = setImmediate(this.#nextTurn);
  };
}
