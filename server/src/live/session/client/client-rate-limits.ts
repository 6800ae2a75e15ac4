import { nextArrival } from '../../../bus/index.ts';
import type { Clock } from '../../../kernel/index.ts';

const rules = {
  /** Frames of any kind: more than a correct client ever sends. */
  frame: { burst: 300, rate: 100 },
  /** Frames that cause work beyond the socket. */
  message: { burst: 20, rate: 5 },
  /** Words as they are recognised, for those who watch. */
  heard: { burst: 8, rate: 4 },
  /** New sockets for the session. Each join publishes up to three events. */
  join: { burst: 30, rate: 0.5 },
  /** Events for webhooks that a page causes outside the conversation, such as a switched microphone. */
  event: { burst: 100, rate: 5 },
};
/** In bytes. A visitor speaks 32,000 a second; after a pause of the network, a whole turn may come at once. */
const soundRule = { burst: 1_000_000, rate: 64_000 };
const progressEveryMs = 1_000;

/** Rate limits of one client. */
export class ClientRateLimits {
  readonly #clock: Clock;
  readonly #arrivals = { frame: 0, message: 0, heard: 0, join: 0, event: 0 };
  #soundArrival = 0;
  #progressReportedAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one more, unless that is too much. */
  allows(what: keyof typeof rules): boolean {
    const next = nextArrival(this.#arrivals[what], this.#clock.monotonicMs(), rules[what]);
    if (next !== null) this.#arrivals[what] = next;
    return next !== null;
  }

  /** Counts the bytes of a frame of sound, unless they are too many. */
  allowsSound(bytes: number): boolean {
    const next = nextArrival(this.#soundArrival, this.#clock.monotonicMs(), soundRule, bytes);
    if (next !== null) this.#soundArrival = next;
    return next !== null;
  }

  /** At 0, at 1 and at most once a second in between. */
  allowsProgressEvent(progress: number): boolean {
    const now = this.#clock.now();
    if (progress > 0 && progress < 1 && now - this.#progressReportedAt < progressEveryMs) return false;
    this.#progressReportedAt = now;
    return true;
  }
}
