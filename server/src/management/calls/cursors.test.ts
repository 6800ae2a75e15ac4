import { type Call, callNames, managementCalls } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testOperatorToken } from '../../testing/app/index.ts';
import { type DashboardScene, dashboardScene, type Things } from '../testing/dashboard-scene.ts';

const operator = { token: testOperatorToken };
const lists = callNames.filter((name) => 'cursor' in ((managementCalls[name] as Call).query ?? {}));

describe('a cursor that does not come from the list', () => {
  let scene: DashboardScene;
  let ours: Things;
  beforeAll(async () => {
    scene = await dashboardScene();
    ours = await scene.makeThings('ours');
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it.each(lists)('%s answers a page or refuses it', async (name) => {
    const cursors = [
      '0',
      '9'.repeat(15),
      '9'.repeat(16),
      `${'9'.repeat(16)}_1`,
      `${'9'.repeat(19)}_1`,
      `${'9'.repeat(20)}_x`,
      '1790000000000000_key_abc',
      `1_${'9'.repeat(30)}`,
      '5_Zm9v',
      '_',
    ];
    for (const cursor of cursors) {
      const parts = { account: ours.accountId, partner: ours.partner, replay: ours.replay };
      const { status, body } = await scene.ask(operator, name, { parts, query: { cursor } });
      if (status === 200) expect(body, cursor).toMatchObject({ items: expect.any(Array) });
      else
        expect([status, body], cursor).toMatchObject([400, { error: { code: 'invalid', field: 'cursor' } }]);
    }
  });

  it('and a time that does not exist are refused', async () => {
    const parts = { account: ours.accountId };
    for (const from of ['9999999999999999', '-9999999999999999']) {
      const { status, body } = await scene.ask(operator, 'audit.list', { parts, query: { from } });
      expect([status, body]).toMatchObject([400, { error: { code: 'invalid', field: 'from' } }]);
    }
    const key = { name: 'x', scopes: ['avatars:read'], expiresAt: Number.MAX_SAFE_INTEGER };
    const made = await scene.ask(operator, 'managementKeys.create', { parts, body: key });
    expect([made.status, made.body]).toMatchObject([400, { error: { field: 'expiresAt' } }]);
  });
});
