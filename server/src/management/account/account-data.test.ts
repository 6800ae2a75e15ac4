import type * as contract from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpiredBatch } from '../../user-data/index.ts';
import {
  type DashboardScene,
  dashboardScene,
  good,
  makeSession,
  type Person,
  type Things,
} from '../testing/dashboard-scene.ts';

type Side = Things & { owner: Person; memberPerson: Person };

let scene: DashboardScene;
let ours: Side;
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
});
afterAll(() => scene[Symbol.asyncDispose]());

const at = (more: Record<string, string> = {}) => ({ account: ours.accountId, ...more });
const actions = async (): Promise<string[]> => {
  const page = await good<contract.AuditPage>(scene.ask(ours.owner, 'audit.list', { parts: at() }));
  return page.items.map(({ action }) => action);
};

describe('sessions', () => {
  it('are listed newest first and page on without gaps or doubles', async () => {
    for (let i = 0; i < 7; i++)
      await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'walker', { ageMs: 100_000 + i });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: contract.SessionPage = await good(
        scene.ask(ours.memberPerson, 'sessions.list', {
          parts: at(),
          query: { limit: 3, ...(cursor === null ? {} : { cursor }) },
        }),
      );
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    const all = await scene.sql<{ id: string }[]>`
      select id from sessions where account_id = ${ours.accountId} order by created_at desc, id`;
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('with failed turns are found, as many as the overview counts, before and after they are counted', async () => {
    const theirs = await scene.makeThings('failing');
    const parts = { account: theirs.accountId };
    const made: { id: string; failed: number }[] = [];
    for (const failed of [0, 0, 2, 0, 1]) {
      const { id } = await makeSession(scene.test, theirs.accountId, Number(theirs.avatar), 'fail');
      await scene.sql`
        insert into turns (session_id, number, kind, received_at, outcome)
        select ${id}, 10 + number, case when number = 0 then 'callback' else 'chat' end, now(), 'failed'
        from generate_series(0, ${failed}::int) as number`;
      made.push({ id, failed });
    }
    const wanted = made.filter(({ failed }) => failed > 0).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const list = async (query: Record<string, string | boolean>) => {
      const page = await good<contract.SessionPage>(
        scene.ask(theirs.owner, 'sessions.list', { parts, query }),
      );
      return page.items.map(({ id, failedTurns }) => ({ id, failed: failedTurns }));
    };
    const found = async () => (await list({ failed: true })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(await found()).toEqual(wanted);
    await scene.app.managementServices.analytics.count();
    expect(await found()).toEqual(wanted);
    expect(await list({ failed: true, state: 'live' })).toEqual([]);
    expect((await list({})).map(({ failed }) => failed).toSorted()).toEqual([0, 0, 0, 0, 1, 2]);
    const { totals } = await good<contract.Overview>(scene.ask(theirs.owner, 'overview.get', { parts }));
    expect(totals.failedTurns).toBe(3);
  });

  it('have a timeline and a transcript in three forms', async () => {
    const parts = at({ session: ours.session });
    const detail = await good<contract.SessionDetail>(
      scene.ask(ours.memberPerson, 'sessions.get', { parts }),
    );
    expect(detail).toMatchObject({ duration: 30, forgotten: false, endReason: 'hangup' });
    expect(detail.turns).toMatchObject([{ kind: 'chat', outcome: 'answered' }]);
    expect(detail.gateway.map(({ action }) => action)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    expect(detail.gateway[1]).toMatchObject({ message: 'When --> do you open?', reply: 'At nine.' });
    expect(detail.events).toMatchObject([{ name: 'agent:error', sequence: 1 }]);
    const form = async (format: string) =>
      await scene.ask(ours.memberPerson, 'sessions.transcript', { parts, query: { format } });
    expect((await form('text')).text).toContain('Avatar of ours: At nine.');
    expect((await form('json')).body).toMatchObject({
      transcript: [{ speaker: 'user' }, { speaker: 'avatar' }],
    });
    const vtt = await form('vtt');
    expect(vtt.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(vtt.text).toBe(
      'WEBVTT\n\n1\n00:00:00.900 --> 00:00:01.400\n<v Grace &amp; &lt;Co&gt;>When --&gt; do you open?\n\n' +
        '2\n00:00:01.400 --> 00:00:02.400\n<v Avatar of ours>At nine.\n\n',
    );
    expect((await form('pdf')).status).toBe(400);
  });
});

describe('the overview', () => {
  it('counts each session once, at any time and however often sums are updated', async () => {
    const theirs = await scene.makeThings('figures');
    const parts = { account: theirs.accountId };
    const read = () => good<contract.Overview>(scene.ask(theirs.owner, 'overview.get', { parts }));
    for (const soundMs of [300, 400, 500, 2_000])
      await makeSession(scene.test, theirs.accountId, Number(theirs.avatar), 'fig', { soundMs });
    await makeSession(scene.test, theirs.accountId, Number(theirs.avatar), 'fig', { state: 'connected' });
    const before = await read();
    expect(before).toMatchObject({ totals: { sessions: 6 }, concurrent: { now: 1 } });
    await Promise.all([
      scene.app.managementServices.analytics.count(),
      scene.app.managementServices.analytics.count(),
    ]);
    await scene.app.managementServices.analytics.count();
    const after = await read();
    expect(after.totals).toMatchObject({ sessions: 6, turns: 5, failedTurns: 0 });
    expect(after.totals.minutes).toBe(before.totals.minutes);
    expect(after.concurrent).toEqual({ now: 1, peak: 1 });
    const { p50, p99 } = after.latency ?? { p50: 0, p99: 0 };
    expect(Math.abs(p50 - 400) / 400).toBeLessThan(0.1);
    expect(Math.abs(p99 - 2_000) / 2_000).toBeLessThan(0.1);
    expect(after.latencyByAvatar).toMatchObject([{ avatar: { id: theirs.avatar }, turns: 5 }]);
    expect(after.usage).toHaveLength(7);
    const states = after.webhooks.map(({ id, state }) => [id, state]);
    expect(states.toSorted()).toEqual(
      [
        [theirs.webhook, 'active'],
        [theirs.pausedWebhook, 'paused'],
      ].toSorted(),
    );
  });
});

describe('people’s data', () => {
  it('is exported whole and erased whole', async () => {
    const { id, visitorId } = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'ada');
    const parts = at({ visitor: String(visitorId) });
    const list = await good<contract.VisitorPage>(
      scene.ask(ours.owner, 'data.visitors', { parts: at(), query: { search: 'ada-' } }),
    );
    expect(list.items).toMatchObject([{ id: String(visitorId), sessions: 1, name: 'Grace & <Co>' }]);
    const exported = await good<{ sessions: unknown[] }>(scene.ask(ours.owner, 'data.export', { parts }));
    expect(exported.sessions).toMatchObject([
      {
        id,
        messages: [{ message: 'When --> do you open?' }, {}],
        turns: [{}],
        events: [{ name: 'agent:error' }],
      },
    ]);
    const unsure = await scene.ask(ours.owner, 'data.erase', { parts, body: { confirm: 'yes' } });
    expect(unsure.body).toMatchObject({ error: { code: 'invalid', field: 'confirm' } });
    const erased = await good<contract.Erased>(
      scene.ask(ours.owner, 'data.erase', { parts, body: { confirm: String(visitorId) } }),
    );
    expect(erased).toEqual({ sessions: 1, messages: 2, turns: 1, events: 1 });
    const left = await scene.sql`
      select 1 from messages where session_id = ${id} union all select 1 from turns where session_id = ${id}
      union all select 1 from events where session_id = ${id}
      union all select 1 from deliveries where session_id = ${id}
      union all select 1 from sessions where id = ${id} and (user_name like 'Grace%' or page_user_id is not null)
      union all select 1 from visitors where id = ${visitorId} and page_user_id is not null
      union all select 1 from audit_log where target_name like 'ada-%'`;
    expect(left).toHaveLength(0);
    expect((await actions()).slice(0, 2)).toEqual(['data.erase', 'data.export']);
  });

  it('of a person in a live session is not erased', async () => {
    const { visitorId } = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'bob', {
      state: 'connected',
    });
    const answer = await scene.ask(ours.owner, 'data.erase', {
      parts: at({ visitor: String(visitorId) }),
      body: { confirm: String(visitorId) },
    });
    expect(answer.status).toBe(409);
  });

  it('is deleted after the account’s retention period, and not before', async () => {
    const day = 86_400_000;
    const keep = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'old', {
      ageMs: 9 * day,
    });
    const drop = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'old', {
      ageMs: 11 * day,
    });
    await good(scene.ask(ours.owner, 'account.update', { parts: at(), body: { retentionDays: 10 } }));
    await scene.app.managementServices.analytics.count();
    while ((await deleteExpiredBatch(scene.sql, scene.test.clock.now())) > 0) {}
    const detail = (session: string) =>
      good<contract.SessionDetail>(scene.ask(ours.owner, 'sessions.get', { parts: at({ session }) }));
    expect(await detail(keep.id)).toMatchObject({ forgotten: false, turns: [{}], transcript: [{}, {}] });
    const gone = await scene.ask(ours.owner, 'sessions.get', { parts: at({ session: drop.id }) });
    expect(gone.status).toBe(404);
    const left = await scene.sql`select from turns where session_id = ${drop.id}
      union all select from messages where session_id = ${drop.id}`;
    expect(left).toHaveLength(0);
  });

  it('retention removes visitors without any data left, and only those', async () => {
    const day = 86_400_000;
    const since = (days: number) => new Date(scene.test.clock.now() - days * day);
    const visitor = async (id: number, seen: Date) => {
      await scene.sql`insert into visitors (id, account_id, page_user_id, last_seen)
        values (${id}, ${ours.accountId}, ${`v${id}`}, ${seen})`;
    };
    await visitor(2_000_000_000_001, since(11));
    await visitor(2_000_000_000_002, since(9));
    await visitor(2_000_000_000_003, since(11));
    const talked = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'still', {
      ageMs: 9 * day,
    });
    await scene.sql`update sessions set visitor_id = 2000000000003, counted = true where id = ${talked.id}`;
    await good(scene.ask(ours.owner, 'account.update', { parts: at(), body: { retentionDays: 10 } }));
    while ((await deleteExpiredBatch(scene.sql, scene.test.clock.now())) > 0) {}
    const rows =
      await scene.sql`select id from visitors where id between 2000000000001 and 2000000000003 order by id`;
    expect(rows.map(({ id }) => id)).toEqual([2_000_000_000_002, 2_000_000_000_003]);
  });

  it('retention waits for a LOGOUT that is still due', async () => {
    const day = 86_400_000;
    const { id } = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'due', {
      ageMs: 11 * day,
    });
    await scene.sql`update sessions set logout = 'due', counted = true where id = ${id}`;
    while ((await deleteExpiredBatch(scene.sql, scene.test.clock.now())) > 0) {}
    expect(await scene.sql`select from sessions where id = ${id}`).toHaveLength(1);
    await scene.sql`update sessions set logout = 'done' where id = ${id}`;
    while ((await deleteExpiredBatch(scene.sql, scene.test.clock.now())) > 0) {}
    expect(await scene.sql`select from sessions where id = ${id}`).toHaveLength(0);
  });
});
