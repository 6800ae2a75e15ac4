import type { AddressInfo } from 'node:net';
import type { LiveSessions } from '@parley/protocol/management';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveSession } from '../testing/app/index.ts';
import {
  type DashboardScene,
  dashboardScene,
  makeSession,
  type Person,
  type Things,
} from './testing/dashboard-scene.ts';

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
