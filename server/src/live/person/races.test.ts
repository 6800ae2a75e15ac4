import type { ChatRequest } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunByName } from '../../testing/index.ts';
import { Chance } from '../testing/chance.ts';
import { LiveApp, liveCluster, type Received, streamReply } from '../testing/index.ts';
import { PersonLife } from '../testing/person-life.ts';

/** How many lives of a session, of 1,000 for each number of processes. */
const seeds = isRunByName ? 1_000 : 20;
const atOnce = 20;
const acts = 25;

const hesitate = async (chance: Chance) => {
  for (let turns = chance.below(25); turns > 0; turns--) await new Promise(setImmediate);
};

/** Answers in two sentences that name their question, whole or in pieces. */
const answering = (chance: Chance) => async (request: Received) => {
  const { message } = request.body as ChatRequest;
  const [first, second] = ['a', 'b'].map((part) => `R${message.replace('.', '')}${part}.`);
  await hesitate(chance);
  if (chance.happens(0.5)) return request.ok({ reply: `${first} ${second}` });
  const stream = streamReply(request);
  stream.piece(`${first} `);
  await hesitate(chance);
  stream.piece(`${second} `);
  stream.end();
};

const scenes = {
  'one process': async () => {
    const app = await LiveApp.start();
    return { apps: [app], [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
  },
  'two processes': () => liveCluster(2),
};

describe.each(Object.keys(scenes) as (keyof typeof scenes)[])('people in sessions of %s', (name) => {
  let scene: AsyncDisposable & { readonly apps: readonly LiveApp[] };
  let avatarId: number;
  const first = () => scene.apps[0] as LiveApp;
  beforeAll(async () => {
    scene = await scenes[name]();
    avatarId = await first().avatar({ transcript: true });
    first().endpoint.script.CHAT = answering(new Chance(1));
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const live = async (seed: number) => {
    const chance = new Chance(seed);
    const { sessionId, wire } = await first().talk(avatarId);
    await wire.status('IDLE');
    const life = new PersonLife(scene.apps, chance, sessionId, wire);
    for (let act = 0; act < acts; act++) await life.act();
    await life.settle();
    expect(life.problems, `seed ${seed}`).toEqual([]);
    await first().disconnect(sessionId);
    const { turns } = await first().untilSettled(sessionId);
    const outcomes = turns.filter(({ kind }) => kind === 'chat').map(({ outcome }) => outcome);
    expect(outcomes, `seed ${seed}`).toHaveLength(life.questions);
    expect(outcomes, `seed ${seed}`).not.toContain('failed');
    return life.heard.length;
  };

  it(`[LV93] [LV95] [LV96] [LV99] in ${seeds} lives there are never two speakers, and nothing is said twice or lost`, async () => {
    let heard = 0;
    for (let seed = 1; seed <= seeds; seed += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, seeds + 1 - seed) }, (_, index) => seed + index);
      for (const count of await Promise.all(some.map(live))) heard += count;
    }
    expect(heard).toBeGreaterThan(seeds);
  }, 600_000);
});
