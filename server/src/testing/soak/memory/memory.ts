import { strict as assert } from 'node:assert';
import { flood } from './flood.ts';
import { longSessions } from './long-sessions.ts';

const megabyte = 1_000_000;
/** How far the memory of a service may grow because of one very long session. */
const maxGrowth = 100 * megabyte;
/** The same if many end at once, or are read at once. Most of it is garbage, so it does not grow with them. */
const maxGrowthOfMany = 300 * megabyte;

const inMegabytes = (figures: object): string =>
  JSON.stringify(figures, (_key, value: unknown) =>
    typeof value === 'number' && value > megabyte ? `${Math.round(value / megabyte)} MB` : value,
  );

/** Sessions with 100 MB of words each, and a thousand sessions that fill every buffer beside a hundred honest ones. */
export async function run(): Promise<void> {
  const [bytes, eventBytes] = [100 * megabyte, 30 * megabyte];
  const one = await longSessions({ sessions: 1, bytes, eventBytes });
  process.stdout.write(`one long session: ${inMegabytes(one)}\n`);
  assert.ok(one.endGrowth < maxGrowth, 'one session ends');
  assert.ok(one.restartGrowth < maxGrowth, 'one session ends after kill -9');
  const many = await longSessions({ sessions: 12, bytes, eventBytes });
  process.stdout.write(`twelve long sessions: ${inMegabytes(many)}\n`);
  assert.ok(many.readGrowth < maxGrowthOfMany, 'everything is read at once');
  assert.ok(many.restartGrowth < maxGrowthOfMany, 'twelve sessions end after kill -9');
  const flooded = await flood({ hostile: 1_000, honest: 100 });
  process.stdout.write(`${inMegabytes(flooded)}\n`);
  assert.equal(flooded.incomplete, 0, 'sessions of another account lost events');
}
