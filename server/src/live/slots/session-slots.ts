import type { DisconnectReason, SessionEnder } from '@parley/protocol';
import type { Link } from '../link/link.ts';

/** What the slots need to know about a session. */
export interface SlotHolder {
  readonly identity: { readonly avatarId: number };
  readonly link: Link;
  /** How many questions the visitor has asked. */
  readonly questions: number;
  finish(reason: DisconnectReason, by: SessionEnder): Promise<boolean>;
}

/** How many tickets of one avatar may be unused at the same time. Beyond that, the oldest is no longer valid. */
const maxUnusedTickets = 1_000;
/** If all slots are taken, a visitor who has asked nothing for this long loses their slot to the next one. */
export const idleSlotAfterMs = 60_000;

/**
 * Counts sessions for `maxSessions`. Only a session that has connected takes a slot, and one without questions can lose
 * it. Otherwise one visitor could take all slots by asking for tickets, or by connecting without ever asking anything.
 */
export class SessionSlots {
  readonly #waiting = new Map<number, Set<SlotHolder>>();
  readonly #connected = new Map<number, Set<SlotHolder>>();

  add(holder: SlotHolder): void {
    if (holder.link.kind !== 'waiting') return put(this.#connected, holder);
    put(this.#waiting, holder);
    const waiting = this.#waiting.get(holder.identity.avatarId);
    const [oldest] = waiting ?? [];
    if (waiting !== undefined && waiting.size > maxUnusedTickets) void oldest?.finish('timeout', 'limit');
  }

  remove(holder: SlotHolder): void {
    for (const holders of [this.#waiting, this.#connected]) {
      const { avatarId } = holder.identity;
      const ofAvatar = holders.get(avatarId);
      ofAvatar?.delete(holder);
      if (ofAvatar?.size === 0) holders.delete(avatarId);
    }
  }

  /** Whether a visitor can get a slot of this avatar. */
  hasSlot(avatarId: number, maxSlots: number | null, now: number): boolean {
    const connected = this.#connected.get(avatarId);
    if (maxSlots === null || connected === undefined || connected.size < maxSlots) return true;
    return findWithoutQuestions(connected, now) !== null;
  }

  /** Takes a slot. If all are taken, ends a session without questions to free one. False if there is none. */
  takeSlot(holder: SlotHolder, maxSlots: number | null, now: number): boolean {
    const { avatarId } = holder.identity;
    if (!this.hasSlot(avatarId, maxSlots, now)) return false;
    const connected = this.#connected.get(avatarId);
    if (maxSlots !== null && connected !== undefined && connected.size >= maxSlots) {
      void findWithoutQuestions(connected, now)?.finish('timeout', 'limit');
    }
    this.remove(holder);
    put(this.#connected, holder);
    return true;
  }
}

function put(holders: Map<number, Set<SlotHolder>>, holder: SlotHolder): void {
  const { avatarId } = holder.identity;
  const ofAvatar = holders.get(avatarId) ?? new Set();
  holders.set(avatarId, ofAvatar.add(holder));
}

/** The oldest session without any question, if it has gone without one for long enough. */
function findWithoutQuestions(connected: ReadonlySet<SlotHolder>, now: number): SlotHolder | null {
  for (const holder of connected) {
    const { link, questions } = holder;
    if (questions > 0 || link.kind === 'waiting' || link.kind === 'ended') continue;
    if (now - link.before.firstConnectedAt >= idleSlotAfterMs) return holder;
  }
  return null;
}
