import { nextArrival } from '../../bus/index.ts';
import type { Clock } from '../../kernel/index.ts';

const messageRule = { burst: 20, rate: 5 };
/** Of any kind: more than a good client ever sends. */
const frameRule = { burst: 300, rate: 100 };
const progressEveryMs = 1_000;

/** How much one client may send. */
export class SessionLimits {
  private readonly clock: Clock;
  private messageArrival = 0;
  private frameArrival = 0;
  private progressToldAt = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** A frame: within 100 a second, 300 at once. */
  mayTake(): boolean {
    const next = nextArrival(this.frameArrival, this.clock.monotonicMs(), frameRule);
    if (next !== null) this.frameArrival = next;
    return next !== null;
  }

  /** Something that makes work beyond the socket: within 5 a second, 20 at once. */
  mayAsk(): boolean {
    const next = nextArrival(this.messageArrival, this.clock.monotonicMs(), messageRule);
    if (next !== null) this.messageArrival = next;
    return next !== null;
  }

  /** At 0, at 1 and at most once a second between. */
  mayTellProgress(progress: number): boolean {
    const now = this.clock.now();
    if (progress > 0 && progress < 1 && now - this.progressToldAt < progressEveryMs) return false;
    this.progressToldAt = now;
    return true;
  }
}
