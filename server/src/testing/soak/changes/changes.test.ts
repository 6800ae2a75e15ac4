import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changingCalls } from '../../../management/testing/call-examples.ts';
import { type DashboardScene, dashboardScene } from '../../../management/testing/dashboard-scene.ts';
import { testApp, testBaseUrl } from '../../app/index.ts';
import { testDatabase } from '../../index.ts';
import { callAtOnce, deleteBesideEdits, failuresOnBusyMachine } from './changes.ts';

const connections = 4;
const atOnce = 6;

let scene: DashboardScene;
const kept = new AsyncDisposableStack();
beforeAll(async () => {
  const database = kept.use(await testDatabase({ max: connections }));
  const test = kept.use(await testApp({ database, deliveryPollMs: null }));
  scene = kept.use(await dashboardScene({ test, url: testBaseUrl }));
});
afterAll(() => kept.disposeAsync());

describe('more changes at the same instant than there are connections', () => {
  it.each(changingCalls)('%s: all of them are answered, and none fails', async (name) => {
    scene.test.clock.advance(60_000);
    const statuses = await callAtOnce(scene, name, atOnce);
    expect(Object.values(statuses).reduce((sum, count) => sum + count)).toBe(atOnce);
    expect([failuresOnBusyMachine(statuses), statuses]).toEqual([0, statuses]);
  });
});

describe('the deletion of webhooks beside edits of their avatars', () => {
  it('neither deadlocks nor leaves an avatar with a deleted webhook', async () => {
    scene.test.clock.advance(60_000);
    const { deletions, edits } = await deleteBesideEdits(scene, { webhooks: 15, editsOfEach: 8 });
    expect(deletions).toEqual({ 200: 15 });
    expect([failuresOnBusyMachine(edits), edits]).toEqual([0, edits]);
    expect(
      await scene.sql`
      select avatars.id from avatars join webhooks on webhooks.id = webhook_id
      where webhooks.deleted_at is not null`,
    ).toEqual([]);
  });
});
