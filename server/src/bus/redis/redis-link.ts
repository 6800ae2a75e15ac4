import { randomUUID } from 'node:crypto';
import { type Log, sleep, withinMs } from '../../kernel/index.ts';
import { type LimitStep, type Link, LinkUnavailable, RedisUnreachable } from '../linked/link.ts';
import { createRedisClient, type RedisClient } from './redis-clients.ts';

export type RedisLinkOptions = {
  /** `redis://` or `rediss://`; several cluster nodes with commas between them. */
  readonly url: string;
  /** Separates services that use the same Redis. */
  readonly namespace: string;
  readonly commandTimeoutMs: number;
  /** How long the first connection may take. */
  readonly startLimitMs: number;
  readonly log: Log;
};

type Listener = (message: string) => void;

const probeEveryMs = 1_000;
const probeWhileAwayMs = 100;

/**
 * The connections to Redis: one for commands, one for messages. Both reconnect by themselves, with all subscriptions.
 * The link is up while this process receives the messages that it sends to itself. So a Redis that hangs counts as down
 * after one such message is missed, and callers do not wait for it.
 */
export class RedisLink implements Link {
  readonly kind = 'redis';
  readonly #options: RedisLinkOptions;
  readonly #prefix: string;
  readonly #commands: RedisClient;
  readonly #messages: RedisClient;
  readonly #watchers: ((isUp: boolean) => void)[] = [];
  readonly #listeners = new Map<string, Listener>();
  readonly #unsubscribed = new Set<string>();
  readonly #probeChannel = `probe:{${randomUUID()}}`;
  #heardProbe: (message: string) => void = () => {};
  #probing: Promise<void> | null = null;
  #nextProbe = new AbortController();
  readonly #closing = new AbortController();
  #isUp = false;
  #losses = 0;
  /** A connection was made again while the link counted as up. */
  #mayHaveMissed = false;
  #lastProblem: string | null = null;

  constructor(options: RedisLinkOptions) {
    this.#options = options;
    this.#prefix = `${options.namespace}:`;
    const handlers = {
      url: options.url,
      handleLoss: (reason: string) => this.#lose(reason),
      handleDoubt: (reason: string) => this.#doubt(reason),
      handleReady: () => {
        this.#mayHaveMissed = true;
        this.#nextProbe.abort();
      },
      handleMoved: () => {
        for (const channel of this.#listeners.keys()) this.#unsubscribed.add(channel);
        this.#mayHaveMissed = true;
        this.#doubt('the cluster has moved a channel');
      },
    };
    this.#commands = createRedisClient(handlers);
    this.#messages = createRedisClient(handlers);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Rejects with `RedisUnreachable` if Redis does not answer in time. */
  async connect(): Promise<void> {
    this.#listen(this.#probeChannel, (message) => this.#heardProbe(message));
    try {
      await withinMs(
        Promise.all([this.#commands.connect(), this.#messages.connect()]),
        this.#options.startLimitMs,
      );
      await this.#probe();
    } catch (error) {
      const reason = this.#lastProblem ?? reasonOf(error);
      throw new RedisUnreachable(`Could not connect to Redis (${reason}). Check REDIS_URL.`, {
        cause: error,
      });
    }
    this.#setUp();
    this.#probing = this.#keepProbing();
  }

  watch(listener: (isUp: boolean) => void): void {
    this.#watchers.push(listener);
  }

  limitStep(key: string, step: LimitStep): Promise<boolean> {
    return this.#answer(() => this.#commands.limitStep(`${this.#prefix}limit:${key}`, step));
  }

  publish(channel: string, message: string): Promise<number> {
    return this.#answer(() => this.#commands.sPublish(this.#prefix + channel, message));
  }

  /** If Redis is down, the channel is subscribed before the link is up again. */
  async subscribe(channel: string, listener: Listener): Promise<void> {
    this.#listen(channel, listener);
    if (this.#isUp) await this.#subscribeMissing().catch((error) => this.#lose(reasonOf(error)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new Error('the link was closed'));
    this.#nextProbe.abort();
    this.#commands.destroy();
    this.#messages.destroy();
    await this.#probing;
  }

  async #answer<T>(command: () => Promise<T>): Promise<T> {
    if (!this.#isUp) throw new LinkUnavailable('Redis is away.');
    try {
      return await this.#within(command(), this.#options.commandTimeoutMs);
    } catch (error) {
      this.#doubt(reasonOf(error));
      throw new LinkUnavailable('Redis does not answer.', { cause: error });
    }
  }

  /** A destroyed client leaves some of its commands without an answer. */
  #within<T>(work: Promise<T>, limitMs: number): Promise<T> {
    return withinMs(work, limitMs, { signal: this.#closing.signal });
  }

  #listen(channel: string, listener: Listener): void {
    this.#listeners.set(channel, listener);
    this.#unsubscribed.add(channel);
  }

  async #subscribeMissing(): Promise<void> {
    for (const channel of [...this.#unsubscribed]) {
      const listener = this.#listeners.get(channel);
      if (listener === undefined) continue;
      await this.#within(
        this.#messages.sSubscribe(this.#prefix + channel, listener),
        this.#options.commandTimeoutMs,
      );
      this.#unsubscribed.delete(channel);
    }
  }

  async #probe(): Promise<void> {
    await this.#subscribeMissing();
    const text = randomUUID();
    const heard = Promise.withResolvers<void>();
    this.#heardProbe = (message) => {
      if (message === text) heard.resolve();
    };
    const sent = this.#commands.sPublish(this.#prefix + this.#probeChannel, text);
    await this.#within(Promise.all([sent, heard.promise]), 2 * this.#options.commandTimeoutMs);
  }

  async #keepProbing(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      if (this.#isUp) await sleep(probeEveryMs, this.#nextProbe.signal);
      else await sleep(probeWhileAwayMs);
      this.#nextProbe = new AbortController();
      const losses = this.#losses;
      try {
        await this.#probe();
        if (losses === this.#losses) this.#setUp();
      } catch (error) {
        this.#lose(reasonOf(error));
      }
    }
  }

  #doubt(problem: string): void {
    this.#lastProblem = problem;
    // While Redis is down, it is probed often anyway.
    if (this.#isUp) this.#nextProbe.abort();
  }

  #lose(reason: string): void {
    this.#losses += 1;
    this.#lastProblem = reason;
    if (!this.#isUp || this.#closing.signal.aborted) return;
    this.#isUp = false;
    this.#options.log.warn(
      { reason },
      'lost the connection to Redis: sessions of other processes cannot be reached, limits count per process',
    );
    for (const watcher of this.#watchers) watcher(false);
  }

  #setUp(): void {
    if (this.#isUp && !this.#mayHaveMissed) return;
    const wasUp = this.#isUp;
    this.#isUp = true;
    this.#mayHaveMissed = false;
    if (!wasUp) this.#options.log.info('Redis is connected');
    for (const watcher of this.#watchers) watcher(true);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
