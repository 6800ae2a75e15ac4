import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createMemoryBus } from '../../bus/index.ts';
import { createLog, systemClock } from '../../kernel/index.ts';
import { watchedSession } from '../testing/watched-session.ts';
import { createWatchStreams } from './watch-streams.ts';

it('a stream ends when its watcher may no longer watch', async () => {
  await using bus = createMemoryBus(systemClock);
  const ids = { accountId: 'acc_1', sessionId: 'ses_1' };
  using session = watchedSession(bus.sessions, ids);
  using streams = createWatchStreams({
    sessions: bus.sessions,
    log: createLog('silent'),
    aliveMs: 0,
  });
  let isAllowed = true;
  const watched = { ...ids, personId: 'per_1', after: null, stillAllowed: async () => isAllowed };
  const response = new PassThrough();
  streams.open(watched).start(response as unknown as ServerResponse);
  const sent = text(response);
  await expect.poll(() => session.questions.length).toBe(2);
  session.answerWatcher({});
  await expect.poll(() => session.questions.length).toBe(3);
  isAllowed = false;
  session.answerWatcher({ entries: [{ n: 1, at: 1, kind: 'typing', active: true }], last: 1 });
  expect(await sent).toMatch(/^event: watch\n.*id: first\.1\n/s);
  expect(session.questions).toHaveLength(3);
});
