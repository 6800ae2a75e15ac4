import type { Avatar } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { glb } from '../../avatars/testing/glb.ts';
import { makeTestAccount, type TestAccount, testOperatorToken } from '../../testing/app/index.ts';
import { type DashboardScene, dashboardScene, good } from '../testing/dashboard-scene.ts';

const operator = { token: testOperatorToken };

describe('a duplicate of an avatar', () => {
  let scene: DashboardScene;
  let ours: TestAccount;
  beforeAll(async () => {
    scene = await dashboardScene();
    ours = await makeTestAccount(scene.app, 'ours');
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const parts = () => ({ account: ours.accountId, avatar: String(ours.avatarId) });
  const duplicate = (name: string, account = ours.accountId) =>
    scene.ask(operator, 'avatars.duplicate', { parts: { ...parts(), account }, body: { name } });

  it('has all settings, secrets and the model of the original, and a life of its own', async () => {
    const change = {
      greeting: 'Hello',
      private: true,
      endpointUrl: 'https://agent.example.com/',
      endpointKey: 'agent-secret',
      look: 'jonas',
      voice: { provider: 'openai', voice: 'alloy', url: 'https://voice.example.com/v1', key: 'voice-secret' },
      hearing: { recogniser: 'server', language: 'de', server: { url: 'https://ears.example.com/v1' } },
    };
    await good(scene.ask(operator, 'avatars.update', { parts: parts(), body: change }));
    const original = await good<Avatar>(
      scene.ask(operator, 'avatars.putModel', { parts: parts(), body: glb() }),
    );
    const copy = await good<Avatar>(duplicate('Second'));

    const { id, pageUrl, version, createdAt, updatedAt, model, ...settings } = copy;
    expect(original).toMatchObject({ ...settings, name: expect.any(String) });
    expect(copy).toMatchObject({ name: 'Second', private: true, hasEndpointKey: true });
    expect(id).not.toBe(original.id);
    expect(model?.sha256).toBe(original.model?.sha256);
    expect(model?.url).not.toBe(original.model?.url);
    const secrets = await scene.app.avatars.withSecrets(Number(id));
    expect(secrets).toMatchObject({ endpointKey: 'agent-secret', voiceKey: 'voice-secret' });

    await good(scene.ask(operator, 'avatars.removeModel', { parts: parts() }));
    const after = await good<Avatar>(
      scene.ask(operator, 'avatars.get', { parts: { ...parts(), avatar: id } }),
    );
    expect(after.model?.bytes).toBe(original.model?.bytes);
    const stored = await scene.app.avatars.get(ours.accountId, Number(id));
    if (stored.model === null) throw new Error('the copy lost its model');
    const read = await Array.fromAsync(scene.app.avatars.models.read(stored.model));
    expect(Buffer.concat(read).equals(glb())).toBe(true);
  });

  it('is in the audit log with the original’s id, and without secrets', async () => {
    const { id } = await good<Avatar>(duplicate('Third'));
    const [entry] = await scene.sql`select action, details from audit_log where target_id = ${id}`;
    expect(entry).toEqual({ action: 'avatars.duplicate', details: { of: String(ours.avatarId) } });
  });

  it('needs a name, and an avatar of the same account', async () => {
    expect(await duplicate('')).toMatchObject({ status: 400, body: { error: { field: 'name' } } });
    const other = await makeTestAccount(scene.app, 'other');
    expect((await duplicate('Stolen', other.accountId)).status).toBe(404);
  });
});
