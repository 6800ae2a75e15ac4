import { afterAll, beforeAll, expect, it } from 'vitest';
import { underAttack } from './hostile.ts';
import { type SharedResources, startSharedResources } from './shared-resources.ts';

let scene: SharedResources;
beforeAll(async () => {
  scene = await startSharedResources();
});
afterAll(() => scene[Symbol.asyncDispose]());

it.each(['voices', 'recognisers', 'models', 'endpoints', 'names', 'uploads', 'hashing', 'webhooks'])(
  '[OB34] [OB35] [DE33] %s: an honest account goes on while a hostile one takes all it gets',
  async (name) => {
    const resource = scene.resources.find((one) => one.name === name);
    if (resource === undefined) throw new Error('there is no such resource');
    let uses = 0;
    await underAttack(resource, async () => {
      for (; uses < 5; uses++) await resource.use();
    });
    expect(uses).toBe(5);
  },
);
