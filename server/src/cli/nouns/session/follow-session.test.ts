import type { WatchAnswer } from '@parley/protocol/management';
import { ManagementApiError } from '@parley/protocol/management/client';
import type { StreamEvent } from '@parley/protocol/management/stream';
import { expect, it } from 'vitest';
import type { Service } from '../../service.ts';
import { followSession } from './follow-session.ts';

const answer: WatchAnswer = {
  epoch: 'e',
  entries: [],
  last: 4,
  missed: false,
  ended: false,
  now: { status: 'IDLE', person: null, connected: true },
};
const watch = (id: string): StreamEvent => ({ event: 'watch', id, data: answer });
const away: StreamEvent = { event: 'away', id: null, data: {} };
const end: StreamEvent = { event: 'end', id: null, data: {} };

/** Follows streams that send these events, one stream after the other. An error breaks a stream off. */
async function follow(streams: readonly (readonly (StreamEvent | Error)[])[]) {
  const asked: unknown[] = [];
  const kinds: string[] = [];
  const service: Pick<Service, 'stream'> = {
    async *stream(_name, options) {
      const events = streams[asked.length] ?? [];
      asked.push(options.query);
      for (const event of events) {
        if (event instanceof Error) throw event;
        yield event;
      }
    },
  };
  for await (const { kind } of followSession(service, {}, new AbortController().signal, 0)) kinds.push(kind);
  return { asked, kinds };
}
const broken = new ManagementApiError(0, 'unreachable', 'The service does not answer.');
const over = new ManagementApiError(409, 'session_over', 'This session has ended.');

it('a stream that breaks off is opened again where it was, and the loss is told once', async () => {
  const streams = [[watch('e.1'), watch('e.4'), broken], [broken], [watch('e.5')], [watch('e.5'), end]];
  expect(await follow(streams)).toEqual({
    asked: [{}, { after: 'e.4' }, { after: 'e.4' }, { after: 'e.5' }],
    kinds: ['first', 'news', 'lost', 'news', 'lost', 'news', 'end'],
  });
});

it('a session that ended meanwhile is an end, and one that had ended before is a refusal', async () => {
  expect((await follow([[watch('e.1'), broken], [over]])).kinds).toEqual(['first', 'lost', 'end']);
  await expect(follow([[over]])).rejects.toThrow('This session has ended.');
});

it('an owner that cannot be reached is told once, and the stream goes on', async () => {
  expect((await follow([[watch('e.1'), away, watch('f.0'), end]])).kinds).toEqual([
    'first',
    'lost',
    'news',
    'end',
  ]);
});

it('a refusal ends it', async () => {
  const refused = new ManagementApiError(403, 'forbidden', 'You may not answer visitors.');
  await expect(follow([[watch('e.1'), broken], [refused]])).rejects.toThrow('You may not answer visitors.');
});
