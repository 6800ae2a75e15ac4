const healthyRoom = 32;
const suspectAfterTimeouts = 3;

type Lane = { inFlight: number; room: number; timeouts: number };

/**
 * How much may be under way at once: in all, per webhook, and for webhooks that let us wait together. A webhook that
 * has just been enabled begins with one and doubles with every success; one that times out again and again falls
 * back to one.
 */
export class Turnstile {
  private readonly total: number;
  private readonly lanes = new Map<string, Lane>();
  private inFlight = 0;
  private suspectInFlight = 0;

  constructor(total: number) {
    this.total = total;
  }

  get free(): number {
    return this.total - this.inFlight;
  }

  roomFor(webhookId: string): number {
    const lane = this.lanes.get(webhookId);
    if (lane === undefined) return Math.min(healthyRoom, this.free);
    if (isSuspect(lane) && this.suspectInFlight >= this.total / 2) return 0;
    return Math.max(0, Math.min(lane.room - lane.inFlight, this.free));
  }

  enter(webhookId: string): void {
    const lane = this.lane(webhookId);
    lane.inFlight += 1;
    this.inFlight += 1;
    if (isSuspect(lane)) this.suspectInFlight += 1;
  }

  leave(webhookId: string, outcome: { success: boolean; timedOut: boolean }): void {
    const lane = this.lane(webhookId);
    lane.inFlight -= 1;
    this.inFlight -= 1;
    if (isSuspect(lane)) this.suspectInFlight -= 1;
    const before = isSuspect(lane);
    if (outcome.timedOut) lane.timeouts += 1;
    else if (outcome.success) lane.timeouts = 0;
    lane.room = isSuspect(lane) ? 1 : outcome.success ? Math.min(healthyRoom, lane.room * 2) : lane.room;
    // The ones still under way change sides with their lane.
    if (!before && isSuspect(lane)) this.suspectInFlight += lane.inFlight;
    if (before && !isSuspect(lane)) this.suspectInFlight -= lane.inFlight;
    if (lane.inFlight === 0 && lane.timeouts === 0 && lane.room === healthyRoom) this.lanes.delete(webhookId);
  }

  /** Held deliveries come back gently: one first, more as the receiver takes them. */
  beginGently(webhookId: string): void {
    const lane = this.lane(webhookId);
    lane.room = 1;
  }

  private lane(webhookId: string): Lane {
    const known = this.lanes.get(webhookId);
    if (known !== undefined) return known;
    const lane = { inFlight: 0, room: healthyRoom, timeouts: 0 };
    this.lanes.set(webhookId, lane);
    return lane;
  }
}

const isSuspect = (lane: Lane): boolean => lane.timeouts >= suspectAfterTimeouts;
