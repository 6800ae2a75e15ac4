import { expect, it } from 'vitest';
import { slowClients } from './slow-clients.ts';

it('[HT1] [HT2] [HT9] honest requests are answered while connections are held in every way, and the service stops under attack', async () => {
  const plan = { connections: 220, requests: 20, durationMs: 0, usesTool: false };
  const { results } = await slowClients(plan, () => {});
  expect(results.map(({ failed }) => failed)).toEqual(results.map(() => 0));
  expect(results.length).toBeGreaterThanOrEqual(8);
});
