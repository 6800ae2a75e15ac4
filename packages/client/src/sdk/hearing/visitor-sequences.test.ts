import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Action,
  expectHonest,
  expectTurn,
  failures,
  names,
  play,
  type Reactions,
  waits,
} from './testing/visitor-play.ts';

/** A turn that ends while the microphone is open, and what leads there. */
const turn: readonly Action[] = ['on', 'answerAll', 'press', 'answerAll', 'release'];
const starts = [[], ['prepare'], turn.slice(0, 2), turn.slice(0, 3), turn, turn.slice(2)] as const;
/** Without these, little else can happen. */
const often: readonly Action[] = ['press', 'release', 'answerAll', 'tail'];

describe('whatever happens in whatever order', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const check = (
    some: readonly Action[],
    property: (sequence: Action[], reactions: Reactions) => Promise<void>,
  ) => {
    const sequence = fc
      .tuple(
        fc.constantFrom(...starts),
        fc.array(fc.constantFrom(...some, ...often, ...often), { maxLength: 24 }),
      )
      .map(([start, rest]) => [...start, ...rest]);
    const atOnce = some.filter((name) => !waits.includes(name));
    const reactions = fc
      .array(fc.tuple(fc.nat(30), fc.constantFrom(...atOnce)), { maxLength: 8 })
      .map((pairs) => new Map(pairs));
    return fc.assert(fc.asyncProperty(sequence, reactions, property), {
      numRuns: Number(process.env.RUNS ?? 400),
    });
  };

  it('[EA70] every turn is answered, the microphone is as it was last asked for, and the next turn is heard', async () => {
    await check(
      names.filter((name) => !failures.includes(name)),
      async (sequence, reactions) => {
        const played = await play(sequence, reactions);
        const { scene, isWanted, owed } = played;
        expectHonest(played);
        expect(scene.sent.length).toBeGreaterThanOrEqual(owed);
        expect(scene.microphone.state).toBe(isWanted ? 'on' : 'off');
        await expectTurn(scene);
        expect(scene.microphone.state).toBe(isWanted ? 'on' : 'off');
      },
    );
  });

  it('[EA70] [EA71] failures leave nothing unanswered, and open no microphone without a request', async () => {
    await check(names, async (sequence, reactions) => {
      const played = await play(sequence, reactions);
      const { scene, isWanted } = played;
      expectHonest(played);
      if (!isWanted) expect(scene.microphone.state).not.toBe('on');
      await expectTurn(scene);
    });
  });
});
