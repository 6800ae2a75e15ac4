import type { AddressInfo } from 'node:net';
import type { WatchEntry } from '@parley/protocol/management';
import { callUrl } from '@parley/protocol/management/client';
import { type StreamEvent, streamCall } from '@parley/protocol/management/stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { OwnerUnreachable } from '../../bus/index.ts';
import {
  type DashboardScene,
  dashboardScene,
  makeSession,
  type Person,
  type Program,
  type Things,
} from '../testing/dashboard-scene.ts';
import { watchedSession } from '../testing/watched-session.ts';

let scene: DashboardScene;
let ours: Things & { owner: Person; memberPerson: Person };
let watcher: Program & { id: string };
let url: string;
let sessionId: string;
let stop: AbortController;
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
  watcher = await scene.makeProgram(ours.accountId, ['sessions:watch']);
  await scene.app.server.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(scene.app.server.server.address() as AddressInfo).port}`;
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(async () => {
  const live = { state: 'connected' } as const;
  ({ id: sessionId } = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'live', live));
  stop = new AbortController();
});
afterEach(() => stop.abort());

const owned = () => watchedSession(scene.test.bus.sessions, { accountId: ours.accountId, sessionId });
const paramsOf = () => ({ account: ours.accountId, session: sessionId });
const stream = (after?: string) => {
  const query = after === undefined ? {} : { after };
  return streamCall(
    { url, token: watcher.token },
    'sessions.watch',
    { params: paramsOf(), query },
    stop.signal,
  );
};
const next = async (events: AsyncGenerator<StreamEvent>): Promise<StreamEvent> => {
  const { value } = await events.next();
  if (value === undefined) throw new Error('the stream has ended');
  return value as StreamEvent;
};
const typing = (n: number): WatchEntry => ({ n, at: 1, kind: 'typing', active: true });

it('tells at once how things are, then what happens, and ends with the session', async () => {
  using session = owned();
  const events = stream();
  expect(await next(events)).toMatchObject({
    event: 'watch',
    id: 'first.0',
    data: { now: { person: null } },
  });
  session.answerWatcher({ entries: [typing(1), typing(2)], last: 2 });
  expect(await next(events)).toMatchObject({ event: 'watch', id: 'first.2', data: { last: 2 } });
  // Nothing has happened: nothing is sent.
  session.answerWatcher({ last: 2 });
  await expect.poll(() => session.questions.length).toBe(4);
  session.answerWatcher({ entries: [typing(3)], last: 3, ended: true });
  expect(await next(events)).toMatchObject({ event: 'watch', id: 'first.3' });
  expect(await next(events)).toEqual({ event: 'end', id: null, data: {} });
  expect((await events.next()).done).toBe(true);
  expect(session.questions.map(({ after, waitMs }) => [after?.n ?? null, waitMs])).toEqual([
    [null, 0],
    [0, 5_000],
    [2, 5_000],
    [2, 5_000],
  ]);
  expect(session.questions.every(({ personId }) => personId === watcher.id)).toBe(true);
});

it('continues after the event that the caller names, and answers at once then, too', async () => {
  using session = owned();
  const events = stream('first.7');
  session.answerWatcher({ last: 7 });
  expect(await next(events)).toMatchObject({ event: 'watch', id: 'first.7', data: { entries: [] } });
  expect(session.questions[0]).toMatchObject({ after: { epoch: 'first', n: 7 }, waitMs: 0 });
});

it('continues after the event that a browser names when it reconnects', async () => {
  using session = owned();
  const response = await fetch(
    url + callUrl('sessions.watch', { params: paramsOf(), query: { after: 'first.1' } }),
    {
      headers: { authorization: `Bearer ${watcher.token}`, 'last-event-id': 'first.9' },
      signal: stop.signal,
    },
  );
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  await expect.poll(() => session.questions[0]?.after).toEqual({ epoch: 'first', n: 9 });
});

it('says that the owner of the session cannot be reached, and goes on when it can', async () => {
  using session = owned();
  const events = stream();
  await next(events);
  session.answerWatcher(new OwnerUnreachable('gone'));
  expect(await next(events)).toMatchObject({ event: 'away' });
  session.answerWatcher({ epoch: 'second', missed: true });
  expect(await next(events)).toMatchObject({ event: 'watch', id: 'second.0', data: { missed: true } });
});

it('ends if the session is gone', async () => {
  const session = owned();
  const events = stream();
  await next(events);
  session[Symbol.dispose]();
  session.answerWatcher({});
  expect(await next(events)).toMatchObject({ event: 'end' });
});

it('is refused for a session that has ended, for an odd position, and beyond 300 in an account', async () => {
  using _session = owned();
  await expect(next(stream('odd'))).rejects.toMatchObject({ status: 400, field: 'after' });
  const all = Array.from({ length: 300 }, () => stream());
  await Promise.all(all.map(next));
  await expect(next(stream())).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
  stop.abort();
  stop = new AbortController();
  await expect.poll(() => next(stream()).then(({ event }) => event)).toBe('watch');
  await scene.sql`update sessions set state = 'ended', ended_at = now() where id = ${sessionId}`;
  await expect(next(stream())).rejects.toMatchObject({ status: 409, code: 'session_over' });
});

it('is open at most 300 times in an account, also if more begin at the same instant', async () => {
  using _session = owned();
  const outcomes = await Promise.allSettled(Array.from({ length: 330 }, () => next(stream())));
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(300);
});

it('is recorded once an hour for each person and session', async () => {
  using _session = owned();
  const entries = () => scene.sql`
    select who from audit_log where action = 'session.watched' and target_id = ${sessionId} order by id`;
  await Promise.all([next(stream()), next(stream()), next(stream())]);
  expect(await entries()).toHaveLength(1);
  await scene.sql`update audit_log set at = at - interval '1 hour' where target_id = ${sessionId}`;
  await next(stream());
  expect(await entries()).toHaveLength(2);
  const other = await scene.makeProgram(ours.accountId, ['sessions:watch']);
  await next(streamCall({ url, token: other.token }, 'sessions.watch', { params: paramsOf() }, stop.signal));
  expect(await entries()).toHaveLength(3);
});
