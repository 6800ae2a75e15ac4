import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { resourcesOf } from '../testing/resource-count.ts';
import { type SdkScene, startSdkScene, told } from '../testing/sdk-page.ts';

const reply = (message: string) =>
  `You asked about ${message}. <svc-custom-order json='{"id": 7}'/> That is all.`;

describe('calls of the SDK', () => {
  let scene: SdkScene;
  beforeAll(async () => {
    scene = await startSdkScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('reports an interruption with the words that were heard, and the switches', async (context) => {
    await using customer = await startCustomer(reply);
    const greeting = 'This greeting is so long that it can be cut short, which somebody is about to do now.';
    const avatarId = await operatorOf(scene.service).avatar({
      name: 'Cut',
      endpointUrl: customer.url,
      greeting,
    });
    await using visited = await scene.open(context);
    const { page } = visited;
    await page.evaluate(`window.parley = begin('${avatarId}'); parley.connect()`);
    await page.waitForFunction(
      `told.some(({ name, details }) => name === 'avatar-transcript' && details.text.length > 10)`,
    );
    await page.evaluate('parley.interrupt()');
    await page.waitForFunction(`told.some(({ name }) => name === 'interrupted')`);
    const [cut] = await told(page, 'interrupted');
    expect(cut?.details.by).toBe('user');
    expect(String(cut?.details.heard).length).toBeGreaterThan(10);
    expect(greeting.startsWith(String(cut?.details.heard))).toBe(true);
    expect(String(cut?.details.heard).length).toBeLessThan(greeting.length);
    await page.evaluate('parley.setSpeakerEnabled(false); parley.setSpeakerEnabled(false)');
    expect((await told(page, 'media:speaker-state-changed')).map(({ details }) => details.enabled)).toEqual([
      false,
    ]);
    await page.evaluate('parley.dispose()');
  });

  it('two avatars in one page make two calls', async (context) => {
    await using customer = await startCustomer(reply);
    const avatarId = await operatorOf(scene.service).avatar({ name: 'Twice', endpointUrl: customer.url });
    await using visited = await scene.open(context);
    const { page } = visited;
    await page.evaluate(`
      window.pair = [begin('${avatarId}'), begin('${avatarId}', 'second')];
      Promise.all(pair.map((parley) => parley.connect())).then(() => {
        pair[0].sendMessage('one');
        pair[1].sendMessage('two');
      })`);
    await waitFor(
      async () => customer.heard.filter(({ action }) => action === 'CHAT').length === 2 || undefined,
      pollOptions,
    );
    const chats = customer.heard.filter(({ action }) => action === 'CHAT');
    expect(new Set(chats.map(({ sessionId }) => sessionId)).size).toBe(2);
    await page.evaluate('Promise.all(pair.map((parley) => parley.dispose()))');
    expect(await resourcesOf(page)).toMatchObject({ sockets: 0, audioContexts: 0 });
  });
});
