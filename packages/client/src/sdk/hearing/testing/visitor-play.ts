import { expect, vi } from 'vitest';
import { settle, visitorScene } from './visitor-scene.ts';

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
  dispose: ({ visitor }: Scene) => visitor.dispose(),
};
export type Action = keyof typeof actions;

export const failures: readonly Action[] = ['French', 'refuse', 'unplug'];
export const waits: readonly Action[] = ['settle', 'answerAll', 'tail'];
const cancels: readonly Action[] = ['cancel', 'hide', 'off', 'hangUp', 'dispose'];
/** All of these but the end of everything. */
export const names = (Object.keys(actions) as Action[]).filter((name) => name !== 'dispose');

/** What the page does in the handlers of its events. They are counted from 0. */
export type Reactions = ReadonlyMap<number, Action>;

/** Plays this, releases the button, and lets everything happen. */
export async function play(sequence: readonly Action[], reactions: Reactions = new Map()) {
  const scene = visitorScene();
  const promises: Promise<unknown>[] = [];
  const releases: Promise<boolean>[] = [];
  let events = 0;
  let isWanted = false;
  let press: { isHeard: boolean } | null = null;
  /** Releases of turns that were heard and that nothing has cancelled. */
  let owed = 0;
  const forget = () => {
    press = null;
    owed = 0;
  };
  const act = (name: Action) => {
    if (cancels.includes(name)) forget();
    if (name === 'release') {
      if (press?.isHeard) owed += 1;
      press = null;
    }
    if (name === 'on') isWanted = true;
    const wasWanted = isWanted;
    if (name === 'off' || name === 'hangUp' || name === 'unplug') isWanted = false;
    const own = { isHeard: false };
    const isPress = name === 'press' && press === null;
    if (isPress) press = own;
    const done: unknown = actions[name](scene);
    if (name === 'hangUp') {
      // Its confirmation ends what the page has begun since.
      forget();
      isWanted = false;
      scene.visitor.close();
    }
    // The page does not learn of it, so nothing changes.
    if (name === 'unplug' && !done) isWanted = wasWanted;
    promises.push(Promise.resolve(done));
    if (name === 'release') releases.push(done as Promise<boolean>);
    if (isPress)
      void (done as Promise<boolean>).then((isHeard) => {
        own.isHeard = isHeard;
      });
    return done;
  };
  let lastState = scene.microphone.state;
  scene.onEvent(() => {
    const { state } = scene.microphone;
    if (state === 'denied' && state !== lastState) isWanted = false;
    lastState = state;
    const reaction = reactions.get(events);
    events += 1;
    if (reaction !== undefined) act(reaction);
  });
  for (const name of sequence) {
    const done = act(name);
    if (waits.includes(name)) await done;
  }
  act('release');
  await scene.finish();
  scene.onEvent(null);
  // The page may have pressed at one of the last events.
  act('release');
  await scene.finish();
  const unsettled = Symbol('unsettled');
  const results = await Promise.all(
    promises.map((promise) => Promise.race([promise, settle().then(() => unsettled)])),
  );
  const areSettled = !results.includes(unsettled);
  return {
    scene,
    isWanted,
    owed,
    events,
    areSettled,
    areSent: areSettled ? await Promise.all(releases) : [],
  };
}

type Played = Awaited<ReturnType<typeof play>>;

/** Every release was answered truly, what is open is heard, and nothing else, and page and service know of it. */
export function expectHonest({ scene, areSettled, areSent }: Played): void {
  const { microphone, open, heard, told, sent } = scene;
  const isOn = microphone.state === 'on';
  expect(areSettled).toBe(true);
  expect(sent).toHaveLength(areSent.filter((isSent) => isSent).length);
  expect(open()).toEqual(isOn ? [microphone.stream] : []);
  if (isOn) expect(heard()).toBe(microphone.stream);
  const news = [told.get('mic-update') ?? false, told.get('user-speech') ?? { active: false }];
  expect(news).toEqual([isOn, { active: false }]);
  const service = [told.get('service sees microphone') ?? isOn, told.get('service hears speech') ?? false];
  expect(service).toEqual([isOn, false]);
}

/** The next turn is heard. */
export async function expectTurn({ turns, call, microphone, finish, sent }: Scene): Promise<void> {
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
