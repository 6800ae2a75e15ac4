import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle, visitorScene } from './testing/visitor-scene.ts';

type Scene = ReturnType<typeof visitorScene>;

/** What a visitor, a page, a browser and a service may do at any time. */
const actions = {
  press: ({ turns }: Scene) => turns.start(),
  release: ({ turns }: Scene) => turns.end(),
  cancel: ({ turns }: Scene) => turns.cancel(),
  hide: ({ turns }: Scene) => turns.cancelHeld(),
  prepare: ({ turns }: Scene) => turns.prepare(),
  on: ({ visitor }: Scene) => visitor.setEnabled(true),
  off: ({ visitor }: Scene) => visitor.setEnabled(false),
  hangUp: ({ hangUp }: Scene) => hangUp(),
  call: ({ call }: Scene) => call(),
  English: ({ microphone }: Scene) => microphone.setLocale('en'),
  German: ({ microphone }: Scene) => microphone.setLocale('de'),
  device: ({ microphone }: Scene) => microphone.useDevice('another'),
  answer: ({ answer }: Scene) => answer(),
  settle,
  answerAll: ({ answerAll }: Scene) => answerAll(),
  tail: () => vi.advanceTimersByTimeAsync(200),
  /** French is not recognised. */
  French: ({ microphone }: Scene) => microphone.setLocale('fr'),
  refuse: ({ answer }: Scene) => answer(true),
  unplug: ({ open }: Scene) => open().at(-1)?.lose(),
};
type Action = keyof typeof actions;
const names = Object.keys(actions) as Action[];
const waits: readonly Action[] = ['settle', 'answerAll', 'tail'];
const cancels: readonly Action[] = ['cancel', 'hide', 'off', 'hangUp'];
/** A turn that ends while the microphone is open, and what leads there. */
const turn: readonly Action[] = ['on', 'answerAll', 'press', 'answerAll', 'release'];
const starts = [[], ['prepare'], turn.slice(0, 2), turn, turn.slice(2)] as const;
/** Without these, little else can happen. */
const often: readonly Action[] = ['press', 'release', 'answerAll', 'tail'];
const failures: readonly Action[] = ['French', 'refuse', 'unplug'];

/** `reactions` are what the page does in the handlers of its events, one after another. Null is nothing. */
async function play(sequence: readonly Action[], reactions: readonly (Action | null)[]) {
  const scene = visitorScene();
  const promises: Promise<unknown>[] = [];
  const left = [...reactions];
  let isWanted = false;
  let press: { isHeard: boolean } | null = null;
  /** Releases of turns that were heard and that nothing has cancelled. */
  let owed = 0;
  const act = (name: Action) => {
    if (cancels.includes(name)) {
      press = null;
      owed = 0;
    }
    if (name === 'release') {
      if (press?.isHeard) owed += 1;
      press = null;
    }
    if (name === 'on') isWanted = true;
    if (name === 'off' || name === 'hangUp') isWanted = false;
    const done = actions[name](scene);
    if (name === 'unplug' && done) isWanted = false;
    promises.push(Promise.resolve(done));
    if (name === 'press' && press === null) {
      const own = { isHeard: false };
      press = own;
      void scene.turns.start().then((isHeard) => {
        own.isHeard = isHeard;
      });
    }
    return done;
  };
  scene.onEvent(() => {
    if (scene.microphone.state === 'denied') isWanted = false;
    const next = left.shift();
    if (next) act(next);
  });
  for (const name of sequence) {
    const done = act(name);
    if (waits.includes(name)) await done;
  }
  scene.onEvent(null);
  act('release');
  await scene.finish();
  const unsettled = Symbol('unsettled');
  const results = await Promise.all(
    promises.map((promise) => Promise.race([promise, settle().then(() => unsettled)])),
  );
  return { scene, isWanted, owed, areSettled: !results.includes(unsettled) };
}

/** What is open is heard, and nothing else. */
function expectHonest({ microphone, open, heard }: Scene) {
  expect(open()).toEqual(microphone.state === 'on' ? [microphone.stream] : []);
  if (microphone.state === 'on') expect(heard()).toBe(microphone.stream);
}

async function expectTurn({ turns, call, microphone, finish, sent }: Scene) {
  call();
  void microphone.setLocale('en');
  await finish();
  const before = sent.length;
  const listens = turns.start();
  await finish();
  const ends = turns.end();
  await finish();
  expect([await listens, await ends, sent.length - before]).toEqual([true, true, 1]);
}

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
    property: (sequence: Action[], reactions: (Action | null)[]) => Promise<void>,
  ) => {
    const sequence = fc
      .tuple(
        fc.constantFrom(...starts),
        fc.array(fc.constantFrom(...some, ...often, ...often), { maxLength: 24 }),
      )
      .map(([start, rest]) => [...start, ...rest]);
    const atOnce = some.filter((name) => !waits.includes(name));
    const reactions = fc.array(fc.option(fc.constantFrom(...atOnce), { freq: 1 }), { maxLength: 24 });
    return fc.assert(fc.asyncProperty(sequence, reactions, property), {
      numRuns: Number(process.env.RUNS ?? 400),
    });
  };

  it('[EA70] every turn is answered, the microphone is as it was last asked for, and the next turn is heard', async () => {
    await check(
      names.filter((name) => !failures.includes(name)),
      async (sequence, reactions) => {
        const { scene, isWanted, owed, areSettled } = await play(sequence, reactions);
        expect(areSettled).toBe(true);
        expect(scene.sent.length).toBeGreaterThanOrEqual(owed);
        expect(scene.microphone.state).toBe(isWanted ? 'on' : 'off');
        expectHonest(scene);
        await expectTurn(scene);
        expect(scene.microphone.state).toBe(isWanted ? 'on' : 'off');
      },
    );
  });

  it('[EA70] [EA71] failures leave nothing unanswered, and open no microphone that nobody wants', async () => {
    await check(names, async (sequence, reactions) => {
      const { scene, isWanted, areSettled } = await play(sequence, reactions);
      expect(areSettled).toBe(true);
      if (!isWanted) expect(scene.microphone.state).not.toBe('on');
      expectHonest(scene);
      await expectTurn(scene);
    });
  });
});
