import { createClient, createCluster } from '@redis/client';
import { type LimitStep, limitScript } from './limit-script.ts';
import { withinMs } from './within-ms.ts';

/** Redis is away, or did not answer in time. */
export class RedisUnavailable extends Error {
  override name = 'RedisUnavailable';
}

/** The commands that the bus uses. A single server and a cluster have both. */
interface Commands {
  limitStep(key: string, step: LimitStep): Promise<boolean>;
  sPublish(channel: string, message: string): Promise<number>;
}
interface Subscriptions {
  sSubscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
}
interface Connection {
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: 'error' | 'ready', listener: (error?: Error) => void): unknown;
}

export type RedisLinkOptions = {
  /** `redis://` or `rediss://`; several nodes of a cluster with commas between them. */
  readonly url: string;
  readonly commandTimeoutMs?: number;
  /** Called when the connection is lost, and when it is back. */
  handleState?(isUp: boolean, reason: string | null): void;
};

const longestPauseMs = 1_000;
const maxQueued = 10_000;

/**
 * The connections to Redis: one for commands, one for messages. Both come back by themselves, with all subscriptions.
 * While Redis is away every command fails at once.
 */
export class RedisLink implements AsyncDisposable {
  readonly #timeoutMs: number;
  readonly #commands: Commands & Connection;
  readonly #subscriptions: Subscriptions & Connection;
  readonly #handleState: (isUp: boolean, reason: string | null) => void;
  #isUp = false;

  constructor({ url, commandTimeoutMs = 1_000, handleState = () => {} }: RedisLinkOptions) {
    this.#timeoutMs = commandTimeoutMs;
    this.#handleState = handleState;
    this.#commands = clientOf(url);
    this.#subscriptions = clientOf(url);
    this.#commands.on('error', (error) => this.#setState(false, error?.message ?? null));
    this.#commands.on('ready', () => this.#setState(true, null));
    // The connection for commands reports for both.
    this.#subscriptions.on('error', () => {});
  }

  /** Whether the connection for commands stands, as far as this process knows. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Rejects if Redis cannot be reached. */
  async connect(): Promise<void> {
    await Promise.all([this.#commands.connect(), this.#subscriptions.connect()]);
    this.#setState(true, null);
  }

  limitStep(key: string, step: LimitStep): Promise<boolean> {
    return this.#answer(this.#commands.limitStep(key, step));
  }

  /** Gives the number of processes that have received it. */
  publish(channel: string, message: string): Promise<number> {
    return this.#answer(this.#commands.sPublish(channel, message));
  }

  async subscribe(channel: string, listener: (message: string) => void): Promise<void> {
    await this.#subscriptions.sSubscribe(channel, listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#commands.destroy();
    this.#subscriptions.destroy();
  }

  async #answer<T>(command: Promise<T>): Promise<T> {
    try {
      return await withinMs(command, this.#timeoutMs);
    } catch (error) {
      throw new RedisUnavailable('Redis does not answer.', { cause: error });
    }
  }

  #setState(isUp: boolean, reason: string | null): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.#handleState(isUp, reason);
  }
}

function clientOf(url: string): Commands & Subscriptions & Connection {
  const urls = url.split(',');
  const options = {
    scripts: { limitStep: limitScript },
    disableOfflineQueue: true,
    commandsQueueMaxLength: maxQueued,
    socket: {
      connectTimeout: 5_000,
      reconnectStrategy: (tries: number) =>
        Math.min(longestPauseMs, 50 * 2 ** tries) * (0.5 + Math.random() / 2),
    },
  };
  const made: unknown =
    urls.length === 1
      ? createClient({ url, ...options })
      : createCluster({
          rootNodes: urls.map((each) => ({ url: each })),
          defaults: options,
          scripts: options.scripts,
        });
  return made as Commands & Subscriptions & Connection;
}
