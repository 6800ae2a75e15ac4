import type { DisconnectReason, SessionEnder } from '@parley/protocol';
import type { Link } from '../link/link.ts';

/** A session, as far as its place with the avatar is concerned. */
export interface Guest {
  readonly identity: { readonly avatarId: number };
  readonly link: Link;
  /** How many questions the visitor has asked. */
  readonly questions: number;
  finish(reason: DisconnectReason, by: SessionEnder): Promise<boolean>;
}

/** So many tickets of one avatar may be unused at the same time. Beyond that the oldest is no longer valid. */
const maxUnusedTickets = 1_000;
/** A visitor who has asked nothing for this long gives their place to the next one, if all are taken. */
export const emptyAfterMs = 60_000;

/**
 * Counts sessions for `maxSessions`. Only a session that has connected takes a place. Otherwise one visitor could take all
 * places by asking for tickets, or by connecting without ever asking anything.
 */
export class Places {
  readonly #waiting = new Map<number, Set<Guest>>();
  readonly #connected = new Map<number, Set<Guest>>();

  add(guest: Guest): void {
    if (guest.link.kind !== 'waiting') return put(this.#connected, guest);
    put(this.#waiting, guest);
    const waiting = this.#waiting.get(guest.identity.avatarId);
    const [oldest] = waiting ?? [];
    if (waiting !== undefined && waiting.size > maxUnusedTickets) void oldest?.finish('timeout', 'limit');
  }

  remove(guest: Guest): void {
    for (const guests of [this.#waiting, this.#connected]) {
      const { avatarId } = guest.identity;
      const there = guests.get(avatarId);
      there?.delete(guest);
      if (there?.size === 0) guests.delete(avatarId);
    }
  }

  /** Whether a visitor can get a place with this avatar. */
  hasPlace(avatarId: number, maxPlaces: number | null, now: number): boolean {
    const connected = this.#connected.get(avatarId);
    if (maxPlaces === null || connected === undefined || connected.size < maxPlaces) return true;
    return emptyGuest(connected, now) !== null;
  }

  /** Takes a place. If all are taken, a session in which nothing was asked ends for it. False if there is none. */
  takePlace(guest: Guest, maxPlaces: number | null, now: number): boolean {
    const { avatarId } = guest.identity;
    if (!this.hasPlace(avatarId, maxPlaces, now)) return false;
    const connected = this.#connected.get(avatarId);
    if (maxPlaces !== null && connected !== undefined && connected.size >= maxPlaces) {
      void emptyGuest(connected, now)?.finish('timeout', 'limit');
    }
    this.remove(guest);
    put(this.#connected, guest);
    return true;
  }
}

function put(guests: Map<number, Set<Guest>>, guest: Guest): void {
  const { avatarId } = guest.identity;
  const there = guests.get(avatarId) ?? new Set();
  guests.set(avatarId, there.add(guest));
}

/** The session that has gone without a question for longest, if it is for too long. */
function emptyGuest(connected: ReadonlySet<Guest>, now: number): Guest | null {
  for (const guest of connected) {
    const { link, questions } = guest;
    if (questions > 0 || link.kind === 'waiting' || link.kind === 'ended') continue;
    if (now - link.before.firstConnectedAt >= emptyAfterMs) return guest;
  }
  return null;
}
