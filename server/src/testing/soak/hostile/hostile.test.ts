import { afterAll, beforeAll, expect, it } from 'vitest';
import { underAttack } from './hostile.ts';
import { type Purposes, startPurposes } from './shared-resources.ts';

let scene: Purposes;
beforeAll(async () => {
  scene = await startPurposes();
});
afterAll(() => scene[Symbol.asyncDispose]());

it.each(['voices', 'recognisers', 'models', 'endpoints', 'names', 'uploads', 'hashing', 'webhooks'])(
  '[OB34] [OB35] [DE33] %s: an honest account goes on while a hostile one takes all it gets',
  async (name) => {
    const purpose = scene.purposes.find((one) => one.name === name);
    if (purpose === undefined) throw new Error('there is no such purpose');
    let uses = 0;
    await underAttack(purpose, async () => {
      for (; uses < 5; uses++) await purpose.use();
    });
    expect(uses).toBe(5);
  },
);
