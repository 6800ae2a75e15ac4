import { type AddressInfo, connect } from 'node:net';
import type { LiveSessions } from '@parley/protocol/management';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveSession } from '../../testing/app/index.ts';
import {
  type DashboardScene,
  dashboardScene,
  good,
  makeSession,
  type Person,
  type Things,
} from '../testing/dashboard-scene.ts';

let scene: DashboardScene;
let ours: Things & { owner: Person; memberPerson: Person };
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
  await scene.app.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => scene[Symbol.asyncDispose]());

/** The states that the stream sends, one after the other. */
async function* states(who: Person, signal: AbortSignal): AsyncGenerator<LiveSessions> {
  const { port } = scene.app.server.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/v1/accounts/${ours.accountId}/sessions/stream`, {
    headers: { cookie: who.cookie },
    signal,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data) as LiveSessions;
    }
  }
}

it('clients that leave before the stream begins hold no place', async () => {
  const { port } = scene.app.server.server.address() as AddressInfo;
  const path = `/v1/accounts/${ours.accountId}/sessions/stream`;
  const head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${ours.owner.cookie}\r\n\r\n`;
  const unlock = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  // As long as the list cannot be read, no stream gets further than its beginning.
  const lock = scene.sql.begin(async (tx) => {
    await tx`lock table sessions in access exclusive mode`;
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const { server } = scene.app.server;
  const arrived = Promise.withResolvers<void>();
  let [requests, closed] = [0, 0];
  server.on('request', (_request, response) => {
    response.once('close', () => closed++);
    requests += 1;
    if (requests === 60) arrived.resolve();
  });
  const sockets = Array.from({ length: 60 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  for (const socket of sockets) socket.write(head);
  await arrived.promise;
  for (const socket of sockets) socket.resetAndDestroy();
  await expect.poll(() => closed).toBe(60);
  unlock.resolve();
  await lock;
  for (let opened = 0; opened < 3; opened++) {
    const stop = new AbortController();
    expect((await states(ours.owner, stop.signal).next()).value?.items).toEqual([]);
    stop.abort();
  }
});

it('the live list shows the live sessions, and updates when one begins or ends', async () => {
  const stop = new AbortController();
  const stream = states(ours.memberPerson, stop.signal);
  const next = async (): Promise<LiveSessions> => {
    const { value } = await stream.next();
    if (value === undefined) throw new Error('the stream ended');
    return value as LiveSessions;
  };
  expect((await next()).items).toEqual([]);
  const { id } = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'live', {
    state: 'connected',
  });
  const options = { sessionId: id, accountId: ours.accountId, avatarId: Number(ours.avatar) };
  using presence = liveSession(scene.test.bus.sessions, { ...options, avatarStatus: 'TALKING' });
  let state = await next();
  while (state.items[0]?.avatarStatus !== 'TALKING') state = await next();
  expect(state).toMatchObject({
    total: 1,
    items: [{ id, state: 'connected', user: { name: 'Grace & <Co>' } }],
  });
  const parts = { account: ours.accountId, session: id };
  const ended = await scene.ask(ours.memberPerson, 'sessions.disconnect', { parts, body: {} });
  expect([ended.status, presence.timesEnded]).toEqual([200, 1]);
  await scene.sql`update sessions set state = 'ended', ended_at = now() where id = ${id}`;
  while (state.items.length > 0) state = await next();
  stop.abort();
});

it('sessions that wait for a person come first, and of them the one that has waited longest', async () => {
  const live = (ageMs: number) =>
    makeSession(scene.test, ours.accountId, Number(ours.avatar), 'asking', { state: 'connected', ageMs });
  const [oldest, older, newest] = [await live(90_000), await live(60_000), await live(1_000)];
  const askAt = (id: string, at: number, reason: string) => scene.sql`
    update sessions set person_requested_at = to_timestamp(${at}::bigint / 1000.0), person_reason = ${reason}
    where id = ${id}`;
  await askAt(older.id, 2_000, 'a refund');
  await askAt(newest.id, 1_000, '');
  const parts = { account: ours.accountId };
  const { items } = await good<LiveSessions>(scene.ask(ours.owner, 'sessions.live', { parts }));
  expect(items.map(({ id, personRequest }) => [id, personRequest])).toEqual([
    [newest.id, { at: 1_000, reason: '' }],
    [older.id, { at: 2_000, reason: 'a refund' }],
    [oldest.id, null],
  ]);
  const shown = await scene.ask(ours.owner, 'sessions.get', { parts: { ...parts, session: older.id } });
  expect(shown.body).toMatchObject({ person: null, personRequest: { at: 2_000, reason: 'a refund' } });
});
