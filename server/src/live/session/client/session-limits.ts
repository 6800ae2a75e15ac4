import { nextArrival } from '../../../bus/index.ts';
import type { Clock } from '../../../kernel/index.ts';

const messageRule = { burst: 20, rate: 5 };
/** Frames of any kind: more than a correct client ever sends. */
const frameRule = { burst: 300, rate: 100 };
/** Each join publishes up to three events. */
const joinRule = { burst: 30, rate: 0.5 };
/** Events that a page causes outside the conversation, such as a switched microphone. */
const eventRule = { burst: 100, rate: 5 };
const progressEveryMs = 1_000;

/** Rate limits of one client. */
export class SessionLimits {
  readonly #clock: Clock;
  #messageArrival = 0;
  #frameArrival = 0;
  #joinArrival = 0;
  #eventArrival = 0;
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

  /** A new socket for the session: at most one in 2 s, 30 at once. */
  allowsJoin(): boolean {
    const next = nextArrival(this.#joinArrival, this.#clock.monotonicMs(), joinRule);
    if (next !== null) this.#joinArrival = next;
    return next !== null;
  }

  /** An event that webhooks receive because of the page: at most 5 a second, 100 at once. */
  allowsEvent(): boolean {
    const next = nextArrival(this.#eventArrival, this.#clock.monotonicMs(), eventRule);
    if (next !== null) this.#eventArrival = next;
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
