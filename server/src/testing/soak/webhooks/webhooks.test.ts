import { expect, it } from 'vitest';
import { crashDeliveries } from './webhooks.ts';

it('[DE7] 300 events all arrive while the service is killed twice and its database once', async () => {
  const plan = { events: 300, kills: 2, databaseKills: 1, refuseOneOf: null };
  const tally = await crashDeliveries(plan, () => {});
  expect(tally).toMatchObject({ committed: 300, kills: 2, databaseKills: 1 });
  expect(tally.received).toBeGreaterThanOrEqual(300);
});
