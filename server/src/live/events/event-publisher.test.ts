import { expect, it } from 'vitest';
import { createMemoryBus } from '../../bus/index.ts';
import type { StoredEvent } from '../../events/index.ts';
import { createLog } from '../../kernel/index.ts';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { ClientRateLimits } from '../session/client/client-rate-limits.ts';
import { EventPublisher } from './event-publisher.ts';

it('[LV29] events of all pages of an avatar are stored up to its limit, and other avatars are not affected', async () => {
  const clock = manualClock();
  await using bus = createMemoryBus(clock);
  const stored: StoredEvent[] = [];
  const extended = {
    wants: () => true,
    ignores: () => false,
    write: async (event: StoredEvent) => void stored.push(event),
  };
  const deps = { clock, log: createLog('silent'), extended, limits: bus.limits };
  const pageOf = (avatarId: number, number: number) => {
    const identity = {
      id: `ses_${avatarId}_${number}`,
      accountId: 'acc_1',
      avatarId,
      visitorId: number,
      pageUserId: null,
      userName: 'Ada',
      maxDurationSeconds: -1,
      createdAt: 0,
    };
    const owner = {
      ended: false,
      wantsEvents: false,
      limits: new ClientRateLimits(clock),
      send() {},
      save: async () => {},
    };
    return new EventPublisher(deps, identity, owner, { lastSequence: 0, platform: 'native' });
  };
  const report = async (pages: readonly EventPublisher[]): Promise<number> => {
    stored.length = 0;
    for (const page of pages)
      for (let count = 0; count < 100; count++) page.report('media:mic-state-changed', { enabled: true });
    await new Promise(setImmediate);
    return stored.length;
  };
  const crowd = Array.from({ length: 60 }, (_, number) => pageOf(1, number));
  expect(await report(crowd)).toBe(5_000);
  expect(await report([pageOf(1, 60)])).toBe(0);
  expect(await report([pageOf(2, 0)])).toBe(100);
  clock.advance(50);
  expect(await report([pageOf(1, 61)])).toBe(50);
});
