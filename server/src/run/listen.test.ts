import { expect, it } from 'vitest';
import { CannotListen, freePort } from './listen.ts';

it('a free port is none that the system gives to the next program that asks for any', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort('127.0.0.1', 0)));
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

it('an address of another machine is refused with the setting to change', async () => {
  await expect(freePort('192.0.2.1', 0)).rejects.toThrow(CannotListen);
});
