import { type LimitStep, type Link, LinkUnavailable } from '../linked/link.ts';

/** A link that can be down for a while. Messages sent meanwhile are lost. */
export class FlakyLink implements Link {
  readonly kind: Link['kind'];
  readonly #link: Link;
  readonly #watchers: ((isUp: boolean) => void)[] = [];
  /** Messages that did not arrive. */
  readonly lost: string[] = [];
  #isAway = false;

  constructor(link: Link) {
    this.#link = link;
    this.kind = link.kind;
  }

  get isUp(): boolean {
    return !this.#isAway && this.#link.isUp;
  }

  goAway(): void {
    this.#isAway = true;
    for (const watcher of this.#watchers) watcher(false);
  }

  comeBack(): void {
    this.#isAway = false;
    for (const watcher of this.#watchers) watcher(true);
  }

  watch(listener: (isUp: boolean) => void): void {
    this.#watchers.push(listener);
    this.#link.watch(listener);
  }

  async publish(channel: string, message: string): Promise<number> {
    if (this.#isAway) throw new LinkUnavailable('The link is away.');
    return await this.#link.publish(channel, message);
  }

  async subscribe(channel: string, listener: (message: string) => void): Promise<void> {
    await this.#link.subscribe(channel, (message) => {
      if (this.#isAway) this.lost.push(message);
      else listener(message);
    });
  }

  async limitStep(key: string, step: LimitStep): Promise<boolean> {
    if (this.#isAway) throw new LinkUnavailable('The link is away.');
    return await this.#link.limitStep(key, step);
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#link[Symbol.asyncDispose]();
  }
}
