import {
  type DisconnectReason,
  graceMs,
  leavingMs,
  type SessionEnder,
  ticketLifetimeMs,
} from '@parley/protocol';

/** The connection state of a session. A field exists only in the state that has it. */
export type Link =
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: 'connected'; readonly since: number; readonly before: ConnectedTime }
  | { readonly kind: 'dropped'; readonly since: number; readonly before: ConnectedTime }
  /** The page said that it is leaving. No event is published: the page may only be reloading. */
  | { readonly kind: 'leaving'; readonly since: number; readonly before: ConnectedTime }
  | {
      readonly kind: 'ended';
      readonly at: number;
      readonly reason: DisconnectReason;
      readonly by: SessionEnder;
      /** Null if the session was never connected. */
      readonly before: ConnectedTime | null;
    };

/** The time connected so far, without the current connection. */
export type ConnectedTime = { readonly firstConnectedAt: number; readonly connectedMs: number };

export type LinkInput =
  /** A socket showed a valid ticket or resume secret. */
  | { readonly kind: 'joined' }
  /** The socket was lost. `returns`: the client will try to come back. */
  | { readonly kind: 'lost'; readonly returns: boolean }
  | { readonly kind: 'leaving' }
  /** The client sent something after it said that it was leaving. */
  | { readonly kind: 'stayed' }
  | { readonly kind: 'finish'; readonly reason: DisconnectReason; readonly by: SessionEnder }
  | { readonly kind: 'tick' };

/** The details of a `connection:state-changed` event. */
export type LinkEvent =
  | { readonly state: 'connecting' }
  | { readonly state: 'connected' }
  | {
      readonly state: 'disconnected';
      readonly reason: DisconnectReason;
      readonly willReconnect: boolean;
      readonly durationSeconds: number;
    };

export type LinkStep = { readonly link: Link; readonly events: readonly LinkEvent[] };

const connecting = { state: 'connecting' } as const;
const connected = { state: 'connected' } as const;

/** The transition function of the link. */
export function stepLink(link: Link, input: LinkInput, now: number, maxDurationSeconds: number): LinkStep {
  if (link.kind === 'ended') return { link, events: [] };
  switch (input.kind) {
    case 'joined':
      return join(link, now);
    case 'lost':
      if (link.kind !== 'connected') return { link, events: [] };
      return input.returns ? drop(link, now) : finish(link, now, 'timeout', 'drop');
    case 'leaving':
      if (link.kind !== 'connected') return { link, events: [] };
      return { link: { ...drop(link, now).link, kind: 'leaving' }, events: [] };
    case 'stayed':
      return link.kind === 'leaving' ? join(link, now) : { link, events: [] };
    case 'finish':
      return finish(link, now, input.reason, input.by);
    case 'tick':
      return tick(link, now, maxDurationSeconds);
  }
}

/** When the next tick can change something; null for never. */
export function linkDeadline(link: Link, maxDurationSeconds: number): number | null {
  if (link.kind === 'ended') return null;
  if (link.kind === 'waiting') return link.since + ticketLifetimeMs;
  const durationEnd = durationEndOf(link.before, maxDurationSeconds);
  if (link.kind === 'connected') return durationEnd;
  return Math.min(link.since + (link.kind === 'leaving' ? leavingMs : graceMs), durationEnd);
}

/** Milliseconds until the maximum duration is reached; null if there is none. */
export function leftMs(link: Link, maxDurationSeconds: number, now: number): number | null {
  if (link.kind === 'waiting' || link.before === null || maxDurationSeconds === -1) return null;
  return Math.max(0, durationEndOf(link.before, maxDurationSeconds) - now);
}

export function connectedMs(link: Link, now: number): number {
  if (link.kind === 'waiting') return 0;
  const before = link.before?.connectedMs ?? 0;
  return link.kind === 'connected' ? before + Math.max(0, now - link.since) : before;
}

type Alive = Exclude<Link, { kind: 'ended' }>;

function join(link: Alive, now: number): LinkStep {
  if (link.kind === 'waiting') {
    const before = { firstConnectedAt: now, connectedMs: 0 };
    return { link: { kind: 'connected', since: now, before }, events: [connecting, connected] };
  }
  // The old socket is still attached: in the events it drops before the new one connects.
  const dropped = link.kind === 'connected' ? drop(link, now).events : [];
  const before = { ...link.before, connectedMs: connectedMs(link, now) };
  const events = link.kind === 'leaving' ? [] : [...dropped, connecting, connected];
  return { link: { kind: 'connected', since: now, before }, events };
}

type Drop = LinkStep & { readonly link: Link & { kind: 'dropped' } };

function drop(link: Alive & { kind: 'connected' }, now: number): Drop {
  const before = { ...link.before, connectedMs: connectedMs(link, now) };
  return { link: { kind: 'dropped', since: now, before }, events: [droppedEvent(before.connectedMs)] };
}

function finish(link: Alive, now: number, reason: DisconnectReason, by: SessionEnder): LinkStep {
  const totalMs = connectedMs(link, now);
  const before = link.kind === 'waiting' ? null : { ...link.before, connectedMs: totalMs };
  // The drop has already published its event.
  const events = link.kind === 'dropped' ? [] : [disconnected(reason, false, totalMs)];
  return { link: { kind: 'ended', at: now, reason, by, before }, events };
}

function tick(link: Alive, now: number, maxDurationSeconds: number): LinkStep {
  const deadline = linkDeadline(link, maxDurationSeconds);
  if (deadline === null || now < deadline) return { link, events: [] };
  const isTooLong = link.kind !== 'waiting' && now >= durationEndOf(link.before, maxDurationSeconds);
  if (isTooLong) return finish(link, now, 'max_duration_reached', 'limit');
  if (link.kind === 'leaving') return finish(link, now, 'hangup', 'visitor');
  return finish(link, now, 'timeout', 'drop');
}

function durationEndOf(before: ConnectedTime, maxDurationSeconds: number): number {
  return maxDurationSeconds === -1
    ? Number.POSITIVE_INFINITY
    : before.firstConnectedAt + maxDurationSeconds * 1000;
}

/** The event of a lost socket. `totalMs` is the time connected in total. */
export const droppedEvent = (totalMs: number): LinkEvent => disconnected('timeout', true, totalMs);

function disconnected(reason: DisconnectReason, willReconnect: boolean, totalMs: number): LinkEvent {
  return { state: 'disconnected', reason, willReconnect, durationSeconds: Math.floor(totalMs / 1000) };
}
