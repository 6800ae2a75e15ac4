import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryBus, type Topics } from '../bus/index.ts';
import { createLog, createSealedBox } from '../kernel/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { type TestDatabase, testChange, testDatabase } from '../testing/index.ts';
import { signingThreads } from './partner-tokens.ts';
import { createSigningKeys, publishedAheadMs, type SigningKeys } from './signing-keys.ts';

const dayMs = 86_400_000;
const box = createSealedBox([Buffer.alloc(32, 7)]);

describe('the rotation of signing keys, as several processes see it', () => {
  const undo = new AsyncDisposableStack();
  const clock = manualClock();
  const { topics } = createMemoryBus(clock);
  let database: TestDatabase;
  let one: SigningKeys;
  let other: SigningKeys;
  beforeAll(async () => {
    database = undo.use(await testDatabase());
    [one, other] = [await start(), await start()];
  });
  afterAll(() => undo.disposeAsync());

  const start = async (by: Topics = topics) =>
    undo.use(
      await createSigningKeys({ sql: database.sql, box, clock, topics: by, log: createLog('silent') }),
    );
  const rotate = (now = false) => testChange(database.sql, (change) => one.rotate(change, { now }));
  const ids = (keys: SigningKeys) => keys.list().map(({ id }) => id);
  const signing = (keys: SigningKeys) => keys.current('RS256').id;

  it('all get the next key, begin to use it at the same moment and remove the old one', async () => {
    const old = signing(one);
    expect(signing(other)).toBe(old);
    const until = await rotate();
    expect(ids(one)).toHaveLength(4);
    await expect.poll(() => ids(other)).toEqual(ids(one));
    expect([signing(one), signing(other)]).toEqual([old, old]);
    clock.advance(publishedAheadMs);
    expect(signing(one)).not.toBe(old);
    expect(signing(other)).toBe(signing(one));
    expect(until).toBe(clock.now() + dayMs);
    clock.advance(dayMs - 1);
    expect(ids(other)).toContain(old);
    clock.advance(1);
    expect(ids(other)).not.toContain(old);
    expect(ids(one).sort()).toEqual([signing(one), one.current('EdDSA').id].sort());
  });

  it('at once: the old keys are gone everywhere', async () => {
    const old = ids(one);
    await rotate();
    await rotate(true);
    await expect.poll(() => ids(other)).toEqual(ids(one));
    expect(ids(one)).toHaveLength(2);
    expect(ids(one).filter((id) => old.includes(id))).toEqual([]);
    expect(ids(one)).toContain(signing(other));
  });

  it('a clock that was set back to before the first key still finds one that signs', async () => {
    await database.sql`update signing_keys set signs_from = to_timestamp(${clock.now() / 1000 + 3600})`;
    const late = await start(createMemoryBus(clock).topics);
    expect(ids(late)).toContain(signing(late));
  });

  it('signatures leave threads to password hashing, and never outnumber the processors', () => {
    const threads = [
      [1, 4],
      [2, 4],
      [16, 4],
      [2, 1],
      [4, 16],
      [16, 16],
    ].map(([processors = 0, pool = 0]) => signingThreads(processors, pool));
    expect(threads).toEqual([1, 2, 2, 1, 4, 14]);
  });
});
