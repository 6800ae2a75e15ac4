import { expect, it } from 'vitest';
import { crashDeliveries } from './webhooks.ts';

it('[DE7] 600 events all arrive while the service is killed three times and its database once', async () => {
  const plan = { events: 600, kills: 3, databaseKills: 1, refuseOneOf: null };
  const tally = await crashDeliveries(plan, () => {});
  expect(tally).toMatchObject({ committed: 600, kills: 3, databaseKills: 1 });
  expect(tally.received).toBeGreaterThanOrEqual(600);
});
