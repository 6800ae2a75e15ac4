/** One connection event of a session. */
export type Told = {
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
export function storyProblem(story: readonly Told[]): string | null {
  let last = '';
  let duration = 0;
  let everConnected = false;
  let over = false;
  for (const told of story) {
    if (over) return `${told.state} after the end`;
    if (!follows[last]?.includes(told.state)) return `${told.state} after ${last || 'nothing'}`;
    if (last === 'connecting' && told.state === 'connecting' && everConnected) return 'connecting twice';
    if (told.state === 'connected') everConnected = true;
    if (told.state === 'disconnected') {
      if (told.duration === undefined || told.duration < duration) return 'a duration that shrinks';
      if (told.reason === undefined || !reasons.includes(told.reason)) return `the reason ${told.reason}`;
      if (told.willReconnect === undefined) return 'nothing on coming back';
      if (told.willReconnect && told.reason !== 'timeout') return `${told.reason} that comes back`;
      if (!everConnected && told.duration !== 0) return 'a duration without a connection';
      duration = told.duration;
      over = !told.willReconnect;
    }
    last = told.state;
  }
  return null;
}
