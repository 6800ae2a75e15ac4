/** A queue whose `take` waits for the next item. */
export class Arrivals<T> {
  #ready: T[] = [];
  #takers: ((thing: T) => void)[] = [];

  add(thing: T): void {
    const taker = this.#takers.shift();
    if (taker === undefined) this.#ready.push(thing);
    else taker(thing);
  }

  take(): Promise<T> {
    const thing = this.#ready.shift();
    if (thing !== undefined) return Promise.resolve(thing);
    return new Promise((resolve) => this.#takers.push(resolve));
  }

  get isEmpty(): boolean {
    return this.#ready.length === 0;
  }
}
