import type { CallName } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DashboardScene,
  dashboardScene,
  type Person,
  type Things,
} from '../../management/testing/dashboard-scene.ts';

let scene: DashboardScene;
let ours: Things & { owner: Person; memberPerson: Person };
let theirs: Things & { owner: Person; memberPerson: Person };
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
  theirs = await scene.makeThings('theirs');
});
afterAll(() => scene[Symbol.asyncDispose]());

const partsOf = (things: Things) => ({ ...things, account: things.accountId });

describe('another account’s ids in queries and bodies', () => {
  it.each<CallName>(['deliveries.list', 'overview.get'])('%s: not found as a filter', async (name) => {
    const query = name === 'deliveries.list' ? { webhook: theirs.webhook } : { avatar: theirs.avatar };
    const answer = await scene.ask(ours.owner, name, { parts: partsOf(ours), query });
    expect(answer.status).toBe(404);
  });

  it('sessions.list finds nothing of theirs', async () => {
    for (const query of [{ avatar: theirs.avatar }, { user: theirs.visitor }]) {
      const { body } = await scene.ask(ours.owner, 'sessions.list', { parts: partsOf(ours), query });
      expect(body).toEqual({ items: [], next: null });
    }
  });

  it('deliveries.replayMany sends nothing of theirs', async () => {
    const { body } = await scene.ask(ours.owner, 'deliveries.replayMany', {
      parts: partsOf(ours),
      body: { ids: [theirs.delivery] },
    });
    expect(body).toEqual({ tried: 1, delivered: 0, failed: 1, left: 0 });
    expect(
      await scene.sql`
      select from attempts where delivery_id = ${theirs.delivery} and kind = 'replay'`,
    ).toHaveLength(0);
  });

  it('keys and avatars cannot be tied to theirs', async () => {
    const key = await scene.ask(ours.owner, 'keys.create', {
      parts: partsOf(ours),
      body: { name: 'x', permissions: ['read_avatars'], avatarIds: [theirs.avatar] },
    });
    const avatar = await scene.ask(ours.owner, 'avatars.update', {
      parts: partsOf(ours),
      body: { webhookId: theirs.webhook },
    });
    expect([key.status, avatar.status]).toEqual([400, 400]);
  });
});
