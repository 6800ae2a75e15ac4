import { afterAll, beforeAll, expect, test } from 'vitest';
import { testOperatorToken } from '../../testing/app/index.ts';
import { type DashboardScene, dashboardScene } from '../testing/dashboard-scene.ts';

let scene: DashboardScene;
beforeAll(async () => {
  scene = await dashboardScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

test('a management key reads its own scopes and account, whatever its scopes are', async () => {
  const { accountId } = await scene.makeThings('current');
  const program = await scene.makeProgram(accountId, ['audit:read']);
  expect(await scene.ask(program, 'managementKeys.current')).toMatchObject({
    status: 200,
    body: { id: program.id, account: accountId, scopes: ['audit:read'], state: 'active' },
  });
});

test('other callers have no key to read', async () => {
  const { owner } = await scene.makeThings('others');
  const refused = { status: 403, body: { error: { code: 'forbidden' } } };
  expect(await scene.ask({ token: testOperatorToken }, 'managementKeys.current')).toMatchObject(refused);
  expect(await scene.ask(owner, 'managementKeys.current')).toMatchObject(refused);
  expect(await scene.ask(null, 'managementKeys.current')).toMatchObject({ status: 401 });
});
