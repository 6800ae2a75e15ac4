/** One step of a rate limit. */
export type LimitStep = {
  readonly burst: number;
  readonly rate: number;
  /** Whether to take one, or only to check that one is left. */
  readonly take: boolean;
};

/**
 * Carries messages between the processes of one service and keeps their common rate limits: Redis, or the parent
 * process of several workers. While it is down, every method rejects with `LinkUnavailable`, at once if that is known.
 */
export type Link = AsyncDisposable & {
  readonly kind: 'redis' | 'workers';
  /** Whether messages get through, as far as this process knows. */
  readonly isUp: boolean;
  /** Returns the number of processes that receive the message. */
  publish(channel: string, message: string): Promise<number>;
  /** Lasts as long as the link and survives outages of the link. */
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  limitStep(key: string, step: LimitStep): Promise<boolean>;
  /** Tells when the link is lost, and when it is back. Messages in between are lost. */
  watch(listener: (isUp: boolean) => void): void;
};

/** The link is down, or did not answer in time. */
export class LinkUnavailable extends Error {
  override name = 'LinkUnavailable';
}

/** Redis cannot be used at the start; the message says what to change. */
export class RedisUnreachable extends Error {
  override name = 'RedisUnreachable';
}

/** The process that owns a session is alive but cannot be asked. So it is unknown whether the session has ended. */
export class OwnerUnreachable extends Error {
  override name = 'OwnerUnreachable';
}
