import { nextArrival } from '../../bus/index.ts';
import type { Clock } from '../../kernel/index.ts';

const messageRule = { burst: 20, rate: 5 };
/** Frames of any kind: more than a correct client ever sends. */
const frameRule = { burst: 300, rate: 100 };
const progressEveryMs = 1_000;

/** Rate limits of one client. */
export class SessionLimits {
  readonly #clock: Clock;
  #messageArrival = 0;
  #frameArrival = 0;
  #progressReportedAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Any frame: at most 100 a second, 300 at once. */
  allowsFrame(): boolean {
    const next = nextArrival(this.#frameArrival, this.#clock.monotonicMs(), frameRule);
    if (next !== null) this.#frameArrival = next;
    return next !== null;
  }

  /** A frame that causes work beyond the socket: at most 5 a second, 20 at once. */
  allowsMessage(): boolean {
    const next = nextArrival(this.#messageArrival, this.#clock.monotonicMs(), messageRule);
    if (next !== null) this.#messageArrival = next;
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
