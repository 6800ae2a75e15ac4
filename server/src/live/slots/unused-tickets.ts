import type { DisconnectReason, SessionEnder } from '@parley/protocol';
import type { Link } from '../link/step-link.ts';

/** A session that may wait for its client. */
interface TicketHolder {
  readonly identity: { readonly avatarId: number };
  readonly link: Link;
  finish(reason: DisconnectReason, by: SessionEnder): Promise<boolean>;
}

/** How many tickets of one avatar may be unused at the same time. Beyond that, the oldest is no longer valid. */
const maxUnusedTickets = 1_000;

/** Keeps one visitor from filling the memory with tickets. */
export class UnusedTickets {
  readonly #byAvatar = new Map<number, Set<TicketHolder>>();

  add(session: TicketHolder): void {
    if (session.link.kind !== 'waiting') return;
    const { avatarId } = session.identity;
    const waiting = this.#byAvatar.get(avatarId) ?? new Set();
    this.#byAvatar.set(avatarId, waiting.add(session));
    if (waiting.size <= maxUnusedTickets) return;
    for (const other of waiting) if (other.link.kind !== 'waiting') waiting.delete(other);
    const [oldest] = waiting;
    if (waiting.size > maxUnusedTickets) void oldest?.finish('timeout', 'limit');
  }

  remove(session: TicketHolder): void {
    const { avatarId } = session.identity;
    const waiting = this.#byAvatar.get(avatarId);
    waiting?.delete(session);
    if (waiting?.size === 0) this.#byAvatar.delete(avatarId);
  }
}
