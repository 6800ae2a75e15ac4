import type { ClientFrame, ServerFrame, ServerFrames } from '@parley/protocol';
import type { SessionSecret } from './options.ts';
import type { LossReason, ReturnPlan } from './resume.ts';

/** What opens a socket. Before the first welcome nobody knows whether a ticket that was shown has been taken. */
export type Pass = SessionSecret & { readonly ticket: string | null };

/** How a session came to its end for this client. */
export type Ending = {
  /** The service's own word where it gave one; `lost` where the way back was not found in time. */
  readonly reason: string;
  readonly message: string;
  /** Whether the service itself said that the session is over. */
  readonly confirmed: boolean;
};

/** How this client is connected. A field exists only in the state that has it. */
export type Link =
  | { readonly kind: 'new' }
  /** Apart, until the next try. */
  | ({ readonly kind: 'waiting' } & Underway)
  /** A socket is opening, or has not been welcomed yet; the complaint is what the service has against it. */
  | ({ readonly kind: 'joining'; readonly complaint: string | null } & Underway)
  | ({ readonly kind: 'live'; readonly since: number; readonly unanswered: number } & Underway)
  | { readonly kind: 'over'; readonly ending: Ending };

export type Underway = {
  readonly pass: Pass;
  readonly plan: ReturnPlan;
  /** The user has hung up; what remains is to say so. */
  readonly leaving: boolean;
};

export type LinkInput =
  | { readonly kind: 'connect'; readonly pass: Pass }
  | { readonly kind: 'opened' }
  | { readonly kind: 'frame'; readonly frame: ServerFrame }
  /** Something came that is no known frame: a sign of life all the same. */
  | { readonly kind: 'noise' }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }
  | { readonly kind: 'timer' }
  | { readonly kind: 'leave' }
  /** To be known at once whether the service is there. */
  | { readonly kind: 'probe' }
  /** A new socket, without waiting. */
  | { readonly kind: 'renew' }
  | { readonly kind: 'detach' };

export type ConnectionChange =
  | { readonly state: 'connecting'; readonly resuming: boolean }
  | { readonly state: 'connected'; readonly resumed: boolean; readonly maxSessionDuration: number }
  /** The client is on its way back. */
  | { readonly state: 'disconnected'; readonly reason: LossReason }
  | ({ readonly state: 'terminated' } & Ending);

export type ConnectionState = ConnectionChange['state'] | 'new';

export type LinkEffect =
  | { readonly kind: 'open-socket' }
  | { readonly kind: 'discard-socket' }
  | { readonly kind: 'send'; readonly frame: ClientFrame }
  /** The one timer of the link; a new one takes the place of the one before. */
  | { readonly kind: 'timer'; readonly afterMs: number }
  | { readonly kind: 'secret'; readonly secret: SessionSecret }
  /** The socket can be used. This comes before anybody hears of it, so that what waited goes first. */
  | { readonly kind: 'ready'; readonly welcome: ServerFrames['welcome'] }
  | { readonly kind: 'tell'; readonly change: ConnectionChange }
  | { readonly kind: 'pass-on'; readonly frame: ServerFrame };

export type LinkStep = { readonly link: Link; readonly effects: readonly LinkEffect[] };

export type LinkContext = {
  readonly now: number;
  readonly random: number;
  readonly windowMs: number;
  /** Whether the hello asks for the events that webhooks receive. */
  readonly wantsEvents: boolean;
};
