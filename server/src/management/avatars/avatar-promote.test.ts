import type { Avatar } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, type TestAccount, testOperatorToken } from '../../testing/app/index.ts';
import { type DashboardScene, dashboardScene, good } from '../testing/dashboard-scene.ts';

const operator = { token: testOperatorToken };

describe('promoting the second brain', () => {
  let scene: DashboardScene;
  let ours: TestAccount;
  beforeAll(async () => {
    scene = await dashboardScene();
    ours = await makeTestAccount(scene.app, 'ours');
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  const parts = () => ({ account: ours.accountId, avatar: String(ours.avatarId) });
  const promote = () => scene.ask(operator, 'avatars.promote', { parts: parts() });

  it('[SB15] is refused without a second brain', async () => {
    expect(await promote()).toMatchObject({ status: 409 });
  });

  it('[SB15] swaps addresses, keys and instructions, switches the second off, and is undone by another', async () => {
    const change = {
      brain: 'endpoint',
      endpointUrl: 'https://agent.example.com/',
      endpointKey: 'agent-secret',
      secondRole: 'canary',
      secondBrain: 'model',
      secondModelUrl: 'https://models.example.com/v1',
      secondModelKey: 'model-secret',
      secondModelName: 'new',
      secondModelPrompt: 'Be brief.',
    };
    await good(scene.ask(operator, 'avatars.update', { parts: parts(), body: change }));
    const promoted = await good<Avatar>(promote());
    expect(promoted).toMatchObject({
      brain: 'model',
      modelUrl: 'https://models.example.com/v1',
      modelName: 'new',
      modelPrompt: 'Be brief.',
      endpointUrl: null,
      hasEndpointKey: false,
      secondRole: 'off',
      secondBrain: 'endpoint',
      secondEndpointUrl: 'https://agent.example.com/',
      secondModelUrl: null,
      hasSecondEndpointKey: true,
      hasSecondModelKey: false,
    });
    const secrets = await scene.app.avatars.withSecrets(ours.avatarId);
    expect(secrets).toMatchObject({ modelKey: 'model-secret', secondEndpointKey: 'agent-secret' });
    const entries = await scene.app.sql<{ details: Record<string, unknown> }[]>`
      select details from audit_log where action = 'avatars.promote'`;
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toMatch(/agent-secret|model-secret/);
    const back = await good<Avatar>(promote());
    expect(back).toMatchObject({
      brain: 'endpoint',
      endpointUrl: 'https://agent.example.com/',
      hasEndpointKey: true,
    });
  });
});
