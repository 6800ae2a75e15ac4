import type { Avatar } from '@parley/protocol/management';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AvatarInput } from '../../avatars/index.ts';
import { glb } from '../../avatars/testing/glb.ts';
import { outsideTransaction } from '../../kernel/index.ts';
import { makeTestAccount, type TestAccount, testOperatorToken } from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';
import { type CallParts, type DashboardScene, dashboardScene, good } from '../testing/dashboard-scene.ts';

const operator = { token: testOperatorToken };
const openai = {
  provider: 'openai',
  voice: 'alloy',
  url: 'https://voice.example.com/v1',
  key: 'voice-secret',
};
const ears = { url: 'https://ears.example.com/v1', key: 'ear-secret' };

describe('a change to an avatar', () => {
  let scene: DashboardScene;
  let ours: TestAccount;
  let round = 0;
  beforeAll(async () => {
    scene = await dashboardScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    round += 1;
    ours = await makeTestAccount(scene.app, `ours-${round}`);
  });

  const parts = () => ({ account: ours.accountId, avatar: String(ours.avatarId) });
  const read = () => good<Avatar>(scene.ask(operator, 'avatars.get', { parts: parts() }));
  const patch = (body: object, more: CallParts = {}) =>
    scene.ask(operator, 'avatars.update', { parts: parts(), body, ...more });
  const changed = (body: object, more: CallParts = {}) => good<Avatar>(patch(body, more));
  const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
  const audited = () => scene.sql<{ action: string; details: Record<string, unknown> }[]>`
    select action, details from audit_log
    where target_kind = 'avatar' and target_id = ${String(ours.avatarId)} order by id`;

  it('raises the version, which is the ETag of the answer', async () => {
    const before = await read();
    const answer = await patch({ greeting: 'Hello' }, ifMatch(before.version));
    expect(answer.status).toBe(200);
    const { version } = answer.body as Avatar;
    expect(version).toBeGreaterThan(before.version);
    expect(answer.headers.etag).toBe(`"${version}"`);
    expect(await read()).toMatchObject({ greeting: 'Hello', version });
  });

  it('is refused with 412 after somebody else’s change', async () => {
    const before = await read();
    await changed({ greeting: 'Theirs' });
    const late = await patch({ greeting: 'Mine' }, ifMatch(before.version));
    expect(late).toMatchObject({ status: 412, body: { error: { code: 'version_mismatch' } } });
    for (const name of ['avatars.delete', 'avatars.removeModel'] as const)
      expect((await scene.ask(operator, name, { parts: parts(), ...ifMatch(before.version) })).status).toBe(
        412,
      );
    const upload = { parts: parts(), body: glb(), ...ifMatch(before.version) };
    expect((await scene.ask(operator, 'avatars.putModel', upload)).status).toBe(412);
    expect(await read()).toMatchObject({ greeting: 'Theirs', model: null });
  });

  it('is preceded by a creation whose entry says only what was given', async () => {
    const body = { name: 'New', greeting: '', apology: 'Sorry', endpointKey: null, modelKey: 'secret' };
    const asking = scene.ask(operator, 'avatars.create', { parts: parts(), body });
    const { id } = await good<Avatar>(asking);
    const [entry] = await scene.sql`select details from audit_log where target_id = ${id}`;
    expect(entry?.details).toEqual({ name: 'New', apology: 'Sorry', modelKey: '(changed)' });
  });

  /** Makes a change, and commits it only after `during` has started another change, which waits for it. */
  const whileUncommitted = async <T>(input: AvatarInput, during: () => Promise<T>): Promise<T> => {
    const { promise: other } = await testChange(scene.sql, async (change) => {
      await scene.app.avatars.update(change, { accountId: ours.accountId, id: ours.avatarId }, input);
      return await outsideTransaction(async () => {
        const promise = during();
        await expect.poll(waitingTransactions).toBe(1);
        return { promise };
      });
    });
    return await other;
  };
  const waitingTransactions = async () => {
    const [row] = await scene.sql<{ count: number }[]>`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.count;
  };

  it('that is based on the version before an uncommitted change is refused', async () => {
    const { version } = await read();
    const late = () => patch({ greeting: 'Late' }, ifMatch(version));
    expect((await whileUncommitted({ greeting: 'Early' }, late)).status).toBe(412);
    expect((await read()).greeting).toBe('Early');
  });

  it('builds on an uncommitted change', async () => {
    await whileUncommitted({ voice: { rate: 1.5 } }, () => changed({ voice: { pitch: 0.8 } }));
    expect((await read()).voice).toMatchObject({ rate: 1.5, pitch: 0.8 });
  });

  it('merges voice and hearing with what is stored', async () => {
    await changed({ voice: openai, hearing: { recogniser: 'server', language: 'de', server: ears } });
    const after = await changed({ voice: { rate: 1.5 }, hearing: { server: { model: 'large' } } });
    expect(after.voice).toEqual({
      provider: 'openai',
      voice: 'alloy',
      url: openai.url,
      model: expect.any(String),
      rate: 1.5,
      hasKey: true,
    });
    expect(after.hearing).toEqual({
      recogniser: 'server',
      language: 'de',
      server: { url: ears.url, model: 'large', hasKey: true },
    });
    const cleared = await changed({ voice: { key: null }, hearing: { recogniser: 'browser', server: null } });
    expect(cleared.voice).toMatchObject({ voice: 'alloy', rate: 1.5, hasKey: false });
    expect(cleared.hearing).toEqual({ recogniser: 'browser', language: 'de', server: null });
  });

  it('null clears an address', async () => {
    await changed({ endpointUrl: 'https://agent.example.com/', endpointKey: 'agent-secret' });
    expect(await changed({ endpointUrl: null, endpointKey: null })).toMatchObject({
      endpointUrl: null,
      hasEndpointKey: false,
    });
  });

  it('to the values that are stored changes nothing and leaves no audit entry', async () => {
    const all = {
      name: 'Ada',
      greeting: 'Hello',
      embedOrigins: ['https://shop.example.com'],
      endpointUrl: 'https://agent.example.com/',
      endpointKey: 'agent-secret',
      voice: openai,
      hearing: { recogniser: 'server', server: ears },
      look: 'leo',
    };
    const before = await changed(all);
    const entries = await audited();
    for (const body of [
      all,
      { name: ' Ada ' },
      { voice: {} },
      { voice: 'openai' },
      { voice: { key: 'voice-secret' }, hearing: { server: { key: 'ear-secret' } } },
      { endpointUrl: 'https://AGENT.example.com' },
    ]) {
      expect(await changed(body)).toEqual(before);
    }
    expect(await audited()).toEqual(entries);
  });

  it('of a secret alone is a change, and the audit log does not contain it', async () => {
    await changed({ endpointKey: 'first-secret', voice: openai });
    const { version } = await read();
    const after = await changed({
      endpointKey: 'second-secret',
      voice: { key: 'third-secret' },
      name: 'Ada',
    });
    expect(after.version).toBeGreaterThan(version);
    await changed({ endpointKey: null });
    const entries = await audited();
    expect(entries.slice(-2)).toMatchObject([
      { action: 'avatars.update', details: { endpointKey: '(changed)', voiceKey: '(changed)', name: 'Ada' } },
      { action: 'avatars.update', details: { endpointKey: '(removed)' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret"');
    expect(await scene.app.avatars.withSecrets(ours.avatarId)).toMatchObject({
      endpointKey: null,
      voiceKey: 'third-secret',
    });
  });

  it('as a dry run answers as if it were made, and changes nothing', async () => {
    const before = await read();
    const entries = await audited();
    const query = { dryRun: true };
    const rehearsed = await changed({ greeting: 'Only tried', endpointKey: 'x' }, { query });
    expect(rehearsed).toMatchObject({ greeting: 'Only tried', hasEndpointKey: true });
    const gone = await scene.ask(operator, 'avatars.delete', { parts: parts(), query });
    expect(gone.status).toBe(200);
    const created = { parts: parts(), query, body: { name: 'Never' } };
    expect((await scene.ask(operator, 'avatars.create', created)).status).toBe(200);
    expect((await patch({ voice: { rate: 9 } }, { query })).status).toBe(400);
    expect(await read()).toEqual(before);
    expect(await audited()).toEqual(entries);
    expect(await scene.app.avatars.page(ours.accountId, 0, 10, null)).toMatchObject({ total: 1 });
  });

  it('of its model raises the version once, even if the file arrives twice at the same instant', async () => {
    const { version } = await read();
    const upload = () =>
      good<Avatar>(scene.ask(operator, 'avatars.putModel', { parts: parts(), body: glb() }));
    const [first, second] = await Promise.all([upload(), upload()]);
    expect(first.version).toBeGreaterThan(version);
    expect(second).toEqual(first);
    expect(await upload()).toEqual(first);
    const removed = await good<Avatar>(scene.ask(operator, 'avatars.removeModel', { parts: parts() }));
    expect(removed.model).toBeNull();
    expect(removed.version).toBeGreaterThan(first.version);
    expect((await audited()).map(({ action }) => action)).toEqual([
      'avatars.create',
      'avatars.putModel',
      'avatars.removeModel',
    ]);
  });

  it('is one entry in the audit log each, with what was changed', async () => {
    await changed({ greeting: 'x'.repeat(500), name: `Avatar of ours-${round}`, private: true });
    await good(scene.ask(operator, 'avatars.delete', { parts: parts() }));
    expect(await audited()).toEqual([
      { action: 'avatars.create', details: { name: `Avatar of ours-${round}` } },
      { action: 'avatars.update', details: { greeting: 'x'.repeat(200), private: true } },
      { action: 'avatars.delete', details: {} },
    ]);
    expect((await scene.ask(operator, 'avatars.delete', { parts: parts() })).status).toBe(404);
  });
});
