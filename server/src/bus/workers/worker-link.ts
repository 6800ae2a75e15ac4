import { withinMs } from '../../kernel/index.ts';
import { type LimitStep, type Link, LinkUnavailable } from '../linked/link.ts';
import { type HubMessage, type HubRequest, isHubMessage, type WorkerChannel } from './worker-channel.ts';

type Asked = HubRequest extends infer Each
  ? Each extends HubRequest
    ? Omit<Each, 'kind' | 'number'>
    : never
  : never;

const timeoutMs = 1_000;
const maxWaiting = 10_000;

/** The link of a worker to its parent process, and through it to the other workers. It lasts as long as the parent. */
export class WorkerLink implements Link {
  readonly kind = 'workers';
  readonly #wire: WorkerChannel;
  readonly #listeners = new Map<string, (message: string) => void>();
  readonly #watchers: ((isUp: boolean) => void)[] = [];
  readonly #waiting = new Map<number, PromiseWithResolvers<number | boolean>>();
  #lastNumber = 0;
  #isUp = true;

  constructor(wire: WorkerChannel) {
    this.#wire = wire;
    wire.onMessage((message) => {
      if (isHubMessage(message)) this.#handle(message);
    });
    wire.onClose(() => this.#close());
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  watch(listener: (isUp: boolean) => void): void {
    this.#watchers.push(listener);
  }

  async publish(channel: string, message: string): Promise<number> {
    return Number(await this.#ask({ ask: 'publish', channel, message }));
  }

  async limitStep(key: string, step: LimitStep): Promise<boolean> {
    return (await this.#ask({ ask: 'limit', key, step })) === true;
  }

  async subscribe(channel: string, listener: (message: string) => void): Promise<void> {
    this.#listeners.set(channel, listener);
    await this.#ask({ ask: 'subscribe', channel });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners.clear();
    this.#close();
  }

  async #ask(asked: Asked): Promise<number | boolean> {
    if (!this.#isUp) throw new LinkUnavailable('The parent process is gone.');
    if (this.#waiting.size >= maxWaiting) throw new LinkUnavailable('Too many requests wait for the parent.');
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const waits = Promise.withResolvers<number | boolean>();
    this.#waiting.set(number, waits);
    try {
      this.#wire.send({ kind: 'hub', number, ...asked });
      return await withinMs(waits.promise, timeoutMs);
    } catch (error) {
      throw new LinkUnavailable('The parent process does not answer.', { cause: error });
    } finally {
      this.#waiting.delete(number);
    }
  }

  #handle(message: HubMessage): void {
    if (message.kind === 'hub-answer') this.#waiting.get(message.number)?.resolve(message.value);
    else this.#listeners.get(message.channel)?.(message.message);
  }

  #close(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    for (const waits of this.#waiting.values()) waits.reject(new LinkUnavailable('The parent is gone.'));
    for (const watcher of this.#watchers) watcher(false);
  }
}
