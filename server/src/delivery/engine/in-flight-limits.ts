import { FairShares } from '../../kernel/index.ts';

const healthySlots = 32;
const suspectAfterTimeouts = 3;
const shareOfFree = 1 / 4;
const maxRemembered = 10_000;

/** A webhook that has something to send. */
export type WaitingWebhook = { readonly ownerId: string };

export type AttemptOutcome = { readonly success: boolean; readonly timedOut: boolean };

/** The slot of one attempt. Only the first call of `free` counts. */
export type Slot = { free(outcome: AttemptOutcome): void };

type WebhookLoad = { inFlight: number; slots: number; timeouts: number };

/**
 * Limits how many attempts run at once: in all, per owner, per webhook, and for all suspect webhooks together. A
 * webhook is suspect after three timeouts in a row; it then has one slot until an attempt succeeds. A webhook that was
 * just enabled starts with one slot and gains one with every success.
 */
export class InFlightLimits {
  readonly #loads = new Map<string, WebhookLoad>();
  readonly #shares: FairShares;
  #suspectInFlight = 0;

  constructor(total: number) {
    this.#shares = new FairShares(total);
  }

  /** How many webhooks are remembered. All others are healthy and have nothing in flight. */
  get size(): number {
    return this.#loads.size;
  }

  /**
   * How many deliveries of each waiting webhook may start now. Free slots are shared evenly, and no webhook gets more
   * than a quarter of them, so receivers that begin to hang at the same moment leave slots for the others. No owner
   * gets more slots than it leaves free, however many webhooks it has.
   */
  freeSlots(waiting: ReadonlyMap<string, WaitingWebhook>): Map<string, number> {
    const freeSlots = new Map<string, number>();
    const taken: [ownerId: string, slots: number][] = [];
    let freeForSuspects = this.#shares.limit / 2 - this.#suspectInFlight;
    const share = Math.max(1, Math.floor(this.#shares.free / (waiting.size + 1 / shareOfFree)));
    for (const [webhookId, { ownerId }] of waiting) {
      const { free } = this.#shares;
      if (free <= 0) break;
      const room = this.#shares.roomFor(ownerId);
      if (room === 0) continue;
      const load = this.#loads.get(webhookId);
      const suspect = load !== undefined && isSuspect(load);
      const max = Math.min(load?.slots ?? healthySlots, Math.max(1, Math.floor(free * shareOfFree)));
      const slots = Math.min(
        max - (load?.inFlight ?? 0),
        share,
        suspect ? Math.min(room, freeForSuspects) : room,
      );
      if (slots <= 0) continue;
      freeSlots.set(webhookId, slots);
      this.#shares.take(ownerId, slots);
      taken.push([ownerId, slots]);
      if (suspect) freeForSuspects -= slots;
    }
    for (const [ownerId, slots] of taken) this.#shares.giveBack(ownerId, slots);
    return freeSlots;
  }

  /** Takes a slot for one attempt. */
  take(webhookId: string, ownerId: string): Slot {
    const load = this.#loadOf(webhookId);
    load.inFlight += 1;
    this.#shares.take(ownerId);
    if (isSuspect(load)) this.#suspectInFlight += 1;
    let isHeld = true;
    return {
      free: (outcome) => {
        if (!isHeld) return;
        isHeld = false;
        this.#end(webhookId, ownerId, outcome);
      },
    };
  }

  #end(webhookId: string, ownerId: string, outcome: AttemptOutcome): void {
    const load = this.#loadOf(webhookId);
    const before = isSuspect(load);
    load.inFlight -= 1;
    this.#shares.giveBack(ownerId);
    if (before) this.#suspectInFlight -= 1;
    if (outcome.timedOut) load.timeouts += 1;
    else if (outcome.success || !before) load.timeouts = 0;
    if (isSuspect(load)) load.slots = 1;
    else if (outcome.success) load.slots = Math.min(healthySlots, load.slots + 1);
    // Attempts still in flight now count for the other group.
    if (!before && isSuspect(load)) this.#suspectInFlight += load.inFlight;
    if (before && !isSuspect(load)) this.#suspectInFlight -= load.inFlight;
    if (load.inFlight === 0 && load.timeouts === 0 && load.slots === healthySlots)
      this.#loads.delete(webhookId);
  }

  /** Held deliveries restart slowly: one at first, more as the receiver accepts them. */
  startSlowly(webhookId: string): void {
    this.#loadOf(webhookId).slots = 1;
  }

  #loadOf(webhookId: string): WebhookLoad {
    const known = this.#loads.get(webhookId);
    if (known !== undefined) return known;
    if (this.#loads.size >= maxRemembered) this.#forgetOne();
    const load = { inFlight: 0, slots: healthySlots, timeouts: 0 };
    this.#loads.set(webhookId, load);
    return load;
  }

  /** Deleted webhooks that were suspect would otherwise be remembered for ever. */
  #forgetOne(): void {
    for (const [webhookId, { inFlight }] of this.#loads) {
      if (inFlight > 0) continue;
      this.#loads.delete(webhookId);
      return;
    }
  }
}

const isSuspect = (load: WebhookLoad): boolean => load.timeouts >= suspectAfterTimeouts;
