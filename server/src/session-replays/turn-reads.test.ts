import type { ReplayTurn } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replayLimits } from './replay-limits.ts';
import { type ReplayScene, replayScene } from './testing/replay-scene.ts';
import { comparedTurns } from './turn-reads.ts';

describe('a replay with many turns', () => {
  let scene: ReplayScene;
  let sessionId: string;
  beforeAll(async () => {
    scene = await replayScene();
    sessionId = await scene.hold(await scene.app.avatar(), ['One?']);
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  /** A replay in which the other brain gave other words, again and again. */
  const replayWith = async (count: number, [before, after]: readonly [string, string]): Promise<string> => {
    const { id } = await scene.played({ sessions: [sessionId] });
    const { sql } = scene.app.test;
    await sql`update replay_turns set before_words = ${before}, after_words = ${after}, different = true,
      words_differ = true, before_first_ms = 7, after_first_ms = 9 where replay_id = ${id}`;
    await sql`insert into replay_turns
      select (jsonb_populate_record(first, jsonb_build_object('number', copy, 'turn', copy))).*
      from replay_turns as first cross join generate_series(2, ${count}::int) as copy where replay_id = ${id}`;
    return id;
  };

  it('[RP13] has pages that end early if its turns are long, and each turn is on one of them', async () => {
    const id = await replayWith(150, ['&'.repeat(8_000), 'other '.repeat(1_300)]);
    const seen: ReplayTurn[] = [];
    const sizes: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page = await scene.replays.turns(scene.accountId, id, { after, limit: 100 });
      sizes.push(page.items.length);
      seen.push(...page.items);
      after = page.next;
    }
    expect(seen.map(({ turn }) => turn)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1));
    expect(sizes.length).toBe(3);
    expect(Math.max(...sizes)).toBeLessThan(replayLimits.pageBytes / 15_000);
  });

  it('[RP12] [RP13] has a report that leaves out turns rather than become too large', async () => {
    const id = await replayWith(199, ['&'.repeat(8_000), '<'.repeat(8_000)]);
    const page = await scene.replays.report(scene.accountId, id);
    const shown = page.split('<article').length - 1;
    expect(page).toContain(`These are the first ${shown} of 199. The other ${199 - shown} are left out`);
    expect(shown).toBeGreaterThan(40);
    expect(Buffer.byteLength(page)).toBeLessThan(1.1 * replayLimits.reportBytes);
    expect(page).toContain('100 %: 7 ms');
  });
});

it('[RP13] between two comparisons others have their turn of the event loop', async () => {
  const words = (word: string): string => Array.from({ length: 150 }, (_, index) => word + index).join(' ');
  const row = {
    ...{ position: 1, count: 20, session: 1, turn: 1, question: '', interrupted: false, different: true },
    ...{ wordsDiffer: true, tagsDiffer: false, beforeTags: null, beforeProblem: null, beforeFirst: null },
    ...{ beforeTotal: null, callbacksBefore: [], afterTags: [], afterProblem: null, afterFirst: null },
    ...{ afterTotal: null, callbacksAfter: [], beforeWords: words('old'), afterWords: words('new') },
  };
  let turnsOfTheEventLoop = 0;
  let isOver = false;
  const count = (): void => {
    turnsOfTheEventLoop += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns = await comparedTurns(Array.from({ length: 20 }, () => row));
  isOver = true;
  expect(turns.map((turn) => turn.words.map(({ kind }) => kind))).toEqual(
    Array.from({ length: 20 }, () => ['removed', 'added']),
  );
  expect(turnsOfTheEventLoop).toBeGreaterThanOrEqual(19);
});
