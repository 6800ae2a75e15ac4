/** One connection event of a session. */
export type ConnectionEvent = {
  readonly state: string;
  readonly reason?: string | undefined;
  readonly willReconnect?: boolean | undefined;
  readonly duration?: number | undefined;
};

const follows: Readonly<Record<string, readonly string[]>> = {
  '': ['connecting'],
  connecting: ['connecting', 'connected', 'disconnected'],
  connected: ['disconnected'],
  disconnected: ['connecting'],
};
const reasons = ['timeout', 'hangup', 'max_duration_reached', 'auth_failed'];

/** What the contract does not allow in this sequence of events; null if it is allowed. */
export function sequenceProblem(events: readonly ConnectionEvent[]): string | null {
  let last = '';
  let duration = 0;
  let everConnected = false;
  let over = false;
  for (const event of events) {
    if (over) return `${event.state} after the end`;
    if (!follows[last]?.includes(event.state)) return `${event.state} after ${last || 'nothing'}`;
    if (last === 'connecting' && event.state === 'connecting' && everConnected) return 'connecting twice';
    if (event.state === 'connected') everConnected = true;
    if (event.state === 'disconnected') {
      if (event.duration === undefined || event.duration < duration) return 'a duration that shrinks';
      if (event.reason === undefined || !reasons.includes(event.reason)) return `the reason ${event.reason}`;
      if (event.willReconnect === undefined) return 'nothing on coming back';
      if (event.willReconnect && event.reason !== 'timeout') return `${event.reason} that comes back`;
      if (!everConnected && event.duration !== 0) return 'a duration without a connection';
      duration = event.duration;
      over = !event.willReconnect;
    }
    last = event.state;
  }
  return null;
}
