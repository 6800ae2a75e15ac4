import { type DisconnectReason, graceMs, ticketLifetimeMs } from '@parley/protocol';

/** How a user is connected. A field exists only in the state that has it. */
export type Link =
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: 'connected'; readonly since: number; readonly before: Stretches }
  | { readonly kind: 'dropped'; readonly since: number; readonly before: Stretches }
  | {
      readonly kind: 'ended';
      readonly at: number;
      readonly reason: DisconnectReason;
      readonly before: Stretches | null;
    };

/** The time connected so far, without the present stretch. */
export type Stretches = { readonly firstConnectedAt: number; readonly connectedMs: number };

export type LinkInput =
  /** A socket proved itself by ticket or resume secret. */
  | { readonly kind: 'joined' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'finish'; readonly reason: DisconnectReason }
  | { readonly kind: 'tick' };

/** What the world is told: the details of a `connection:state-changed` event. */
export type LinkNews =
  | { readonly state: 'connecting' }
  | { readonly state: 'connected' }
  | {
      readonly state: 'disconnected';
      readonly reason: DisconnectReason;
      readonly willReconnect: boolean;
      readonly durationSeconds: number;
    };

export type LinkStep = { readonly link: Link; readonly news: readonly LinkNews[] };

const connecting = { state: 'connecting' } as const;
const connected = { state: 'connected' } as const;

export function stepLink(link: Link, input: LinkInput, now: number, maxDurationSeconds: number): LinkStep {
  if (link.kind === 'ended') return { link, news: [] };
  switch (input.kind) {
    case 'joined':
      return join(link, now);
    case 'lost':
      return link.kind === 'connected' ? drop(link, now) : { link, news: [] };
    case 'finish':
      return finish(link, now, input.reason);
    case 'tick':
      return tick(link, now, maxDurationSeconds);
  }
}

/** When the next tick could change something; null for never. */
export function linkDeadline(link: Link, maxDurationSeconds: number): number | null {
  if (link.kind === 'ended') return null;
  if (link.kind === 'waiting') return link.since + ticketLifetimeMs;
  const full = durationEnd(link.before, maxDurationSeconds);
  return link.kind === 'dropped' ? Math.min(link.since + graceMs, full) : full;
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
    return { link: { kind: 'connected', since: now, before }, news: [connecting, connected] };
  }
  // A new socket before the old one was noticed to be gone: for the world the old one dropped first.
  const dropped = link.kind === 'connected' ? drop(link, now) : { link, news: [] };
  const before = { ...link.before, connectedMs: connectedMs(link, now) };
  return { link: { kind: 'connected', since: now, before }, news: [...dropped.news, connecting, connected] };
}

function drop(link: Alive & { kind: 'connected' }, now: number): LinkStep {
  const before = { ...link.before, connectedMs: connectedMs(link, now) };
  return {
    link: { kind: 'dropped', since: now, before },
    news: [disconnected('timeout', true, before.connectedMs)],
  };
}

function finish(link: Alive, now: number, reason: DisconnectReason): LinkStep {
  const total = connectedMs(link, now);
  const before = link.kind === 'waiting' ? null : { ...link.before, connectedMs: total };
  // The world already knows a dropped session as disconnected.
  const news = link.kind === 'dropped' ? [] : [disconnected(reason, false, total)];
  return { link: { kind: 'ended', at: now, reason, before }, news };
}

function tick(link: Alive, now: number, maxDurationSeconds: number): LinkStep {
  if (link.kind === 'waiting') {
    return now >= link.since + ticketLifetimeMs ? finish(link, now, 'timeout') : { link, news: [] };
  }
  if (now >= durationEnd(link.before, maxDurationSeconds)) return finish(link, now, 'max_duration_reached');
  if (link.kind === 'dropped' && now >= link.since + graceMs) return finish(link, now, 'timeout');
  return { link, news: [] };
}

function durationEnd(before: Stretches, maxDurationSeconds: number): number {
  return maxDurationSeconds === -1
    ? Number.POSITIVE_INFINITY
    : before.firstConnectedAt + maxDurationSeconds * 1000;
}

function disconnected(reason: DisconnectReason, willReconnect: boolean, totalMs: number): LinkNews {
  return { state: 'disconnected', reason, willReconnect, durationSeconds: Math.floor(totalMs / 1000) };
}
