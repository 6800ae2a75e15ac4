import { afterEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { fliteModule } from '../flite/flite-module.ts';
import { neverAborted } from '../testing/collect.ts';
import { fliteUnderTest } from '../testing/flite-under-test.ts';
import type { SpeechUnit } from '../units/unit.ts';
import { failureOf } from '../voice.contract.ts';
import type { PoolOptions, SpeechPool } from './speech-pool.ts';
import type { UnitPiece } from './thread-slot.ts';

const unitOf = (text: string): SpeechUnit => ({
  voice: 'slt',
  text,
  spans: [],
  isFirst: true,
  part: 'whole',
  tailMs: 100,
});

describe('threads of the built-in voice', () => {
  let cleanUp = new AsyncDisposableStack();
  afterEach(async () => {
    await cleanUp.disposeAsync();
    cleanUp = new AsyncDisposableStack();
  });

  const odd = new URL('../testing/odd-worker.ts', import.meta.url);
  const start = (options: Partial<PoolOptions> = {}): SpeechPool =>
    cleanUp.use(fliteUnderTest({ entry: odd, threads: 1, ...options }));
  const callerOf = (name: string) => ({ account: 'acc_1', name });
  const read = async (pieces: AsyncIterable<UnitPiece>): Promise<UnitPiece[]> =>
    await Array.fromAsync(pieces);
  const say = (pool: SpeechPool, text: string, caller = text, signal = neverAborted) =>
    read(pool.speak(unitOf(text), callerOf(caller), signal));

  it('[SP20] a unit yields its times and then its audio', async () => {
    const pieces = await say(start(), 'hello');
    expect(pieces.map(({ kind }) => kind)).toEqual(['timing', 'audio']);
  });

  it('[SP22] a thread that hangs is ended and replaced, and its sentence fails', async () => {
    const pool = start({ limitMs: 2_000 });
    await pool.prepare();
    const [hung, waiting] = [say(pool, 'hang'), say(pool, 'hello')];
    expect((await failureOf(hung)).stage).toBe('timeout');
    expect(await waiting).toHaveLength(2);
  });

  it.each(['crash', 'leave'])('[SP23] a thread that ends by itself (%s) is replaced', async (input) => {
    const pool = start();
    const [broken, waiting] = [say(pool, input), say(pool, 'hello')];
    expect((await failureOf(broken)).stage).toBe('voice');
    expect(await waiting).toHaveLength(2);
  });

  it('[SP23] a sentence that the voice cannot speak ends no thread', async () => {
    const pool = start();
    expect((await failureOf(say(pool, 'fail'))).stage).toBe('voice');
    expect(await say(pool, 'hello')).toHaveLength(2);
  });

  it('[SP26] if threads cannot start, the sentence fails instead of waiting', async () => {
    const pool = start({ entry: new URL('../testing/broken-worker.ts', import.meta.url) });
    expect((await failureOf(say(pool, 'hello'))).stage).toBe('voice');
    expect((await failureOf(say(pool, 'hello'))).stage).toBe('voice');
  });

  it('[SP26] if threads never become ready, the sentence fails, too', async () => {
    const pool = start({ entry: new URL('../testing/mute-worker.ts', import.meta.url), startLimitMs: 100 });
    expect((await failureOf(say(pool, 'hello'))).stage).toBe('voice');
  });

  it('[SP26] if the voice program cannot be loaded, the sentence fails', async () => {
    const pool = start({ setup: () => Promise.reject(new Error('no such file')) });
    expect((await failureOf(say(pool, 'hello'))).message).toContain('Could not load');
    await pool.prepare();
  });

  it('[SP25] an abort stops the thread, which continues with the next unit', async () => {
    const pool = start();
    const controller = new AbortController();
    const pieces = pool.speak(unitOf('endless'), callerOf('a'), controller.signal);
    await pieces.next();
    const next = say(pool, 'hello');
    controller.abort();
    expect((await failureOf(read(pieces))).stage).toBe('aborted');
    expect(await next).toHaveLength(2);
  });

  it('[SP25] leaving the loop also stops the thread', async () => {
    const pool = start();
    for await (const piece of pool.speak(unitOf('endless'), callerOf('a'), neverAborted)) {
      if (piece.kind === 'audio') break;
    }
    expect(await say(pool, 'hello')).toHaveLength(2);
  });

  it('[SP25] what is aborted while it waits is never started', async () => {
    const pool = start();
    const controller = new AbortController();
    const busy = new AbortController();
    const first = pool.speak(unitOf('endless'), callerOf('a'), busy.signal);
    await first.next();
    const waiting = say(pool, 'crash', 'b', controller.signal);
    controller.abort();
    expect((await failureOf(waiting)).stage).toBe('aborted');
    busy.abort();
    expect(await say(pool, 'hello')).toHaveLength(2);
  });

  it('[SP24] a caller with a long text does not delay another', async () => {
    const clock = manualClock();
    const pool = start({ clock });
    const busy = new AbortController();
    const first = pool.speak(unitOf('endless'), callerOf('x'), busy.signal);
    await first.next();
    const order: string[] = [];
    const note = async (caller: string, text: string) => {
      await say(pool, `long ${text}`, caller);
      order.push(`${caller} ${text}`);
    };
    const all = [note('much', 'one'), note('much', 'two'), note('much', 'three')];
    clock.advance(1);
    all.push(note('little', 'one'), note('little', 'two'));
    busy.abort();
    await Promise.all(all);
    expect(order).toEqual(['much one', 'little one', 'much two', 'little two', 'much three']);
  });

  it('[SP26] threads end when they are not needed, and start again with the next unit', async () => {
    let needed = true;
    let modules = 0;
    const module = () => {
      modules += 1;
      return fliteModule();
    };
    const pool = start({ idleMs: 5, isNeeded: () => needed, setup: module });
    await say(pool, 'hello');
    const threads = () => pool.threads;
    await expect.poll(threads).toBe(1);
    needed = false;
    await expect.poll(threads).toBe(0);
    expect(await say(pool, 'hello')).toHaveLength(2);
    expect(modules).toBe(2);
  });

  it('[SP26] a unit that is still spoken keeps its thread', async () => {
    const pool = start({ idleMs: 5 });
    const stop = new AbortController();
    const pieces = pool.speak(unitOf('endless'), callerOf('a'), stop.signal);
    for (let count = 0; count < 20; count += 1) expect((await pieces.next()).done).toBe(false);
    stop.abort();
    await expect.poll(() => pool.threads).toBe(0);
  });

  it('[SP26] one caller has one thread; further threads start when units have to wait', async () => {
    const pool = start({ threads: 2 });
    await pool.prepare();
    await Promise.all([say(pool, 'hello', 'a'), say(pool, 'hello', 'a')]);
    expect(pool.threads).toBe(1);
    const stop = new AbortController();
    const both = ['a', 'b'].map((name) => pool.speak(unitOf('endless'), callerOf(name), stop.signal));
    const third = say(pool, 'hello', 'c');
    await Promise.all(both.map((pieces) => pieces.next()));
    expect(pool.threads).toBe(2);
    stop.abort();
    expect(await third).toHaveLength(2);
  });

  it('[SP99] threads for more listeners start before units have to wait', async () => {
    const pool = start({ threads: 3 });
    await say(pool, 'hello');
    pool.prepareFor(4);
    expect(pool.threads).toBe(1);
    pool.prepareFor(5);
    await pool.prepare();
    expect(pool.threads).toBe(2);
    pool.prepareFor(100);
    await pool.prepare();
    expect(pool.threads).toBe(3);
  });

  it('[SP99] an aborted unit does not count for the speed of the voice', async () => {
    const pool = start();
    await say(pool, 'hello');
    const controller = new AbortController();
    const pieces = pool.speak(unitOf('endless'), callerOf('a'), controller.signal);
    await pieces.next();
    controller.abort();
    await say(pool, 'hello');
    expect(pool.load.factor).toBe(0);
  });

  it('[SP26] disposing ends running and waiting units', async () => {
    const pool = start();
    const pieces = pool.speak(unitOf('endless'), callerOf('a'), neverAborted);
    await pieces.next();
    const waiting = say(pool, 'hello');
    const outcomes = Promise.all([failureOf(read(pieces)), failureOf(waiting)]);
    await pool[Symbol.asyncDispose]();
    expect((await outcomes).map(({ stage }) => stage)).toEqual(['aborted', 'aborted']);
    expect((await failureOf(say(pool, 'hello'))).stage).toBe('aborted');
  });
});
