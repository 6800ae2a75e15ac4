import { createClient, createCluster } from '@redis/client';
import type { LimitStep } from '../linked/link.ts';
import { limitScript } from './limit-script.ts';

/** The commands that the link uses. A single server and a cluster have both. */
export type RedisClient = {
  limitStep(key: string, step: LimitStep): Promise<boolean>;
  sPublish(channel: string, message: string): Promise<number>;
  sSubscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  connect(): Promise<unknown>;
  destroy(): void;
};

export type RedisClientOptions = {
  /** The address of one server, or those of several cluster nodes with commas between them. */
  readonly url: string;
  /** The connection is lost. The library reconnects by itself. */
  handleLoss(reason: string): void;
  /** A node of the cluster has a problem, which may not affect this client. */
  handleDoubt(reason: string): void;
  /** It is connected again, and so are its subscriptions. */
  handleReady(): void;
  /** Subscriptions have no connection any more, because the cluster has moved them. */
  handleMoved(): void;
};

const longestPauseMs = 1_000;
const maxQueued = 10_000;

export function createRedisClient(handlers: RedisClientOptions): RedisClient {
  const { url, handleLoss, handleDoubt, handleReady, handleMoved } = handlers;
  const urls = url.split(',').map((each) => new URL(each.trim()));
  const [first] = urls;
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
  const lost = (error?: unknown) => handleLoss(reasonOf(error));
  const doubted = (error?: unknown) => handleDoubt(reasonOf(error));
  if (urls.length === 1) {
    const client = createClient({ url, ...options });
    client.on('error', lost).on('end', lost).on('ready', handleReady);
    return client;
  }
  const cluster = createCluster({
    rootNodes: urls.map(({ href }) => ({ url: href })),
    // The nodes report each other's addresses without a password.
    defaults: {
      ...options,
      ...(first?.username === '' ? {} : { username: decodeURIComponent(first?.username ?? '') }),
      ...(first?.password === '' ? {} : { password: decodeURIComponent(first?.password ?? '') }),
      socket: { ...options.socket, ...(first?.protocol === 'rediss:' ? { tls: true as const } : {}) },
    },
    scripts: options.scripts,
  });
  cluster
    .on('error', doubted)
    .on('node-error', doubted)
    .on('node-disconnect', () => doubted());
  cluster.on('node-ready', handleReady);
  // The library subscribes again without handling failures, and an unhandled one would end the process.
  cluster.removeAllListeners('__resubscribeListeners').on('__resubscribeListeners', handleMoved);
  return cluster;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'it was closed');
