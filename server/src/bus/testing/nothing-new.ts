import type { WatchAnswer } from '@parley/protocol/management';

/** What a session in which nothing happens tells its watchers. */
export const nothingNew: WatchAnswer = {
  epoch: 'e',
  entries: [],
  last: 0,
  missed: false,
  ended: false,
  now: { status: 'IDLE', person: null, connected: true },
};
