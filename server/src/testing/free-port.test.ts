import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('ports chosen at once are all different, and no other worker of the tests chooses them', async () => {
  const ports = await Promise.all(Array.from({ length: 500 }, freePort));
  expect(new Set(ports).size).toBe(500);
  const thousands = new Set(ports.map((port) => Math.floor(port / 1_000)));
  expect([...thousands]).toStrictEqual([10 + (Number(process.env.VITEST_POOL_ID) % 10)]);
});
