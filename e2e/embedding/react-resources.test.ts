import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { operatorOf } from '../testing/operator.ts';
import { type ReactScene, startReactScene } from '../testing/react-app.ts';
import { createdResources, resourcesOf } from '../testing/resource-count.ts';

describe('a React app that shows and hides an avatar', () => {
  let scene: ReactScene;
  beforeAll(async () => {
    scene = await startReactScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('50 times leaves nothing behind', async (context) => {
    const avatarId = await operatorOf(scene.service).avatar({ name: 'Often' });
    await using visited = await scene.open(context, avatarId, 1);
    const { page } = visited;
    const toggle = page.getByRole('button', { name: 'Toggle' });
    await toggle.click();
    await page.waitForFunction('window.resources().audioContexts + window.resources().sockets === 0');
    const before = await resourcesOf(page);
    // Some end before anything has started, others in the middle of the start.
    await page.evaluate(`(async () => {
      const toggle = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Toggle');
      for (let round = 0; round < 50; round++) {
        toggle.click();
        await new Promise((resolve) => setTimeout(resolve, (round % 5) * 40));
        toggle.click();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })()`);
    await waitFor(
      async () => JSON.stringify(await resourcesOf(page)) === JSON.stringify(before) || undefined,
      pollOptions,
    ).catch(() => {});
    expect(await resourcesOf(page)).toEqual(before);
    expect((await createdResources(page)).sockets).toBeGreaterThan(5);
  });
});
