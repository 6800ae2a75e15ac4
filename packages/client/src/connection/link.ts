import type { ClientFrame, ServerFrame, ServerFrames } from '@parley/protocol';
import type { SessionSecret } from '../options.ts';
import type { LossReason, ReconnectPlan } from './reconnect-plan.ts';

/** What attaches a socket to the session. The ticket is null after the first welcome. */
export type Credentials = SessionSecret & { readonly ticket: string | null };

/** How the session ended for this client. */
export type Ending = {
  /** The service's own reason if it gave one; `lost` if reconnecting failed. */
  readonly reason: string;
  readonly message: string;
  /** Whether the service confirmed the end. */
  readonly confirmed: boolean;
};

/** The connection state of this client. A field exists only in the state that has it. */
export type Link =
  | { readonly kind: 'new' }
  /** Disconnected, until the next try. */
  | ({ readonly kind: 'waiting' } & ActiveLink)
  /** A socket is opening or waiting for its welcome. `refusal` is the error that the service sent. */
  | ({ readonly kind: 'joining'; readonly refusal: string | null } & ActiveLink)
  | ({ readonly kind: 'live'; readonly since: number; readonly unanswered: number } & ActiveLink)
  | { readonly kind: 'over'; readonly ending: Ending };

export type ActiveLink = {
  readonly credentials: Credentials;
  readonly plan: ReconnectPlan;
  /** The user has hung up. The service must still be notified. */
  readonly leaving: boolean;
};

export type LinkInput =
  | { readonly kind: 'connect'; readonly credentials: Credentials }
  | { readonly kind: 'opened' }
  | { readonly kind: 'frame'; readonly frame: ServerFrame }
  /** Something arrived that is not a known frame. It still shows that the service is alive. */
  | { readonly kind: 'activity' }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }
  | { readonly kind: 'timer' }
  | { readonly kind: 'leave' }
  /** Ping the service now. */
  | { readonly kind: 'probe' }
  /** Open a new socket now. */
  | { readonly kind: 'renew' }
  /** Close the socket without goodbye, so that another client can continue the session. */
  | { readonly kind: 'detach' };

export type ConnectionChange =
  | { readonly state: 'connecting'; readonly resuming: boolean }
  | { readonly state: 'connected'; readonly resumed: boolean; readonly maxSessionDuration: number }
  /** The client reconnects. */
  | { readonly state: 'disconnected'; readonly reason: LossReason }
  | ({ readonly state: 'terminated' } & Ending);

export type ConnectionState = ConnectionChange['state'] | 'new';

export type LinkEffect =
  | { readonly kind: 'open-socket' }
  | { readonly kind: 'discard-socket' }
  | { readonly kind: 'send'; readonly frame: ClientFrame }
  /** The link has one timer. A new one replaces it. */
  | { readonly kind: 'timer'; readonly afterMs: number }
  | { readonly kind: 'secret'; readonly secret: SessionSecret }
  /** The socket can be used. This comes before listeners are notified, so that waiting frames are sent first. */
  | { readonly kind: 'ready'; readonly welcome: ServerFrames['welcome'] }
  | { readonly kind: 'notify'; readonly change: ConnectionChange }
  | { readonly kind: 'pass-on'; readonly frame: ServerFrame };

export type LinkStep = { readonly link: Link; readonly effects: readonly LinkEffect[] };

export type LinkContext = {
  readonly now: number;
  readonly random: number;
  readonly windowMs: number;
  /** Whether the hello asks for the events that webhooks receive. */
  readonly wantsEvents: boolean;
};
