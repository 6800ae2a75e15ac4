const healthyRoom = 32;
const suspectAfterTimeouts = 3;
const shareOfFree = 1 / 4;
const maxLanes = 10_000;

type Lane = { inFlight: number; room: number; timeouts: number };

/**
 * How many deliveries may be in flight: in total, per webhook, and for all webhooks that keep timing out. A webhook that
 * has just been enabled starts with one and gains one with every success, so it doubles in every round. A webhook that
 * keeps timing out falls back to one until a success.
 */
export class InFlightLimits {
  readonly #total: number;
  readonly #lanes = new Map<string, Lane>();
  #inFlight = 0;
  #suspectInFlight = 0;

  constructor(total: number) {
    this.#total = total;
  }

  /** How many lanes are remembered; the rest are in good health and empty. */
  get size(): number {
    return this.#lanes.size;
  }

  /**
   * How many of each waiting webhook to take next. The free places are shared evenly, and nobody holds more than a part
   * of what is free: receivers that begin to hang at the same moment leave places for others until they are found out.
   */
  rooms(waiting: ReadonlySet<string>): Map<string, number> {
    const rooms = new Map<string, number>();
    let free = this.#total - this.#inFlight;
    let freeForSuspects = this.#total / 2 - this.#suspectInFlight;
    const share = Math.max(1, Math.floor(free / (waiting.size + 1 / shareOfFree)));
    for (const webhookId of waiting) {
      if (free <= 0) break;
      const lane = this.#lanes.get(webhookId);
      const suspect = lane !== undefined && isSuspect(lane);
      const most = Math.min(lane?.room ?? healthyRoom, Math.max(1, Math.floor(free * shareOfFree)));
      const room = Math.min(most - (lane?.inFlight ?? 0), share, suspect ? freeForSuspects : free);
      if (room <= 0) continue;
      rooms.set(webhookId, room);
      free -= room;
      if (suspect) freeForSuspects -= room;
    }
    return rooms;
  }

  enter(webhookId: string): void {
    const lane = this.#lane(webhookId);
    lane.inFlight += 1;
    this.#inFlight += 1;
    if (isSuspect(lane)) this.#suspectInFlight += 1;
  }

  leave(webhookId: string, outcome: { success: boolean; timedOut: boolean }): void {
    const lane = this.#lane(webhookId);
    const before = isSuspect(lane);
    lane.inFlight -= 1;
    this.#inFlight -= 1;
    if (before) this.#suspectInFlight -= 1;
    if (outcome.timedOut) lane.timeouts += 1;
    else if (outcome.success || !before) lane.timeouts = 0;
    if (isSuspect(lane)) lane.room = 1;
    else if (outcome.success) lane.room = Math.min(healthyRoom, lane.room + 1);
    // The ones still under way change sides with their lane.
    if (!before && isSuspect(lane)) this.#suspectInFlight += lane.inFlight;
    if (before && !isSuspect(lane)) this.#suspectInFlight -= lane.inFlight;
    if (lane.inFlight === 0 && lane.timeouts === 0 && lane.room === healthyRoom)
      this.#lanes.delete(webhookId);
  }

  /** Held deliveries come back gently: one first, more as the receiver takes them. */
  beginGently(webhookId: string): void {
    this.#lane(webhookId).room = 1;
  }

  #lane(webhookId: string): Lane {
    const known = this.#lanes.get(webhookId);
    if (known !== undefined) return known;
    if (this.#lanes.size >= maxLanes) this.#forgetOne();
    const lane = { inFlight: 0, room: healthyRoom, timeouts: 0 };
    this.#lanes.set(webhookId, lane);
    return lane;
  }

  /** Webhooks that were deleted in bad health would otherwise be remembered for ever. */
  #forgetOne(): void {
    for (const [webhookId, { inFlight }] of this.#lanes) {
      if (inFlight > 0) continue;
      this.#lanes.delete(webhookId);
      return;
    }
  }
}

const isSuspect = (lane: Lane): boolean => lane.timeouts >= suspectAfterTimeouts;
