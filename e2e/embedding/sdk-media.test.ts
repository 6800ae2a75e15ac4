import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { createdResources, resourcesOf } from '../testing/resource-count.ts';
import { type SdkScene, startSdkScene, told } from '../testing/sdk-page.ts';
import { webGlFlags } from '../testing/visit.ts';

describe('the SDK’s drawing, sound and clean-up', () => {
  let scene: SdkScene;
  beforeAll(async () => {
    scene = await startSdkScene(...webGlFlags);
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('the lips follow a stream of the page, and the platform is reported only when it changes', async (context) => {
    const avatarId = await operatorOf(scene.service).avatar({ name: 'Streamed' });
    await using visited = await scene.open(context);
    const { page } = visited;
    await page.evaluate(`
      window.parley = begin('${avatarId}');
      window.tone = () => {
        const context = new AudioContext();
        const tone = context.createOscillator();
        const out = context.createMediaStreamDestination();
        tone.connect(out);
        tone.start();
        return out.stream;
      };
      (async () => {
        await parley.connect();
        const stream = tone();
        await parley.setMediaStream(stream);
        await parley.setMediaStream(stream);
        await parley.setMediaStream(tone());
        await parley.setMediaStream(null);
        await parley.setMediaStream(null);
      })().then(() => { window.done = true; }, (error) => { window.done = String(error); })`);
    await page.waitForFunction('window.done !== undefined');
    expect(await page.evaluate('window.done')).toBe(true);
    await page.waitForFunction(`told.filter(({ name }) => name === 'platform:state-changed').length === 2`);
    const platforms = await told(page, 'platform:state-changed');
    expect(platforms.map(({ details }) => details.platform)).toEqual(['media-stream', 'native']);
    const silent = await page.evaluate(
      `parley.setMediaStream(new MediaStream()).then(() => 'taken', () => 'refused')`,
    );
    expect(silent).toBe('refused');
    expect(visited.complaints).toEqual([]);
  });

  it('a video element gets the drawing as a stream', async (context) => {
    const avatarId = await operatorOf(scene.service).avatar({ name: 'Filmed' });
    await using visited = await scene.open(context, '/video', true);
    const { page } = visited;
    // The page itself stops the drawing: while it draws in software and copies each frame, it hardly answers.
    const width = await page.evaluate<number>(`(async () => {
      const video = document.querySelector('video');
      const hasPicture = new Promise((resolve) => video.addEventListener('loadedmetadata', resolve, { once: true }));
      const parley = begin('${avatarId}');
      await Promise.all([parley.preloadAvatar(), hasPicture]);
      const width = video.videoWidth;
      await parley.dispose();
      return width;
    })()`);
    expect(width).toBeGreaterThan(0);
    expect(await page.evaluate(`document.querySelector('video').srcObject`)).toBeNull();
    expect(visited.complaints).toEqual([]);
  });

  it('without a graphics card, pictures replace the video', async (context) => {
    const avatarId = await operatorOf(scene.service).avatar({ name: 'In pictures' });
    await using visited = await scene.open(context, '/video');
    const { page } = visited;
    await page.evaluate(`window.parley = begin('${avatarId}'); parley.preloadAvatar()`);
    expect(await page.evaluate(`document.querySelector('video').previousElementSibling.style.opacity`)).toBe(
      '1',
    );
    expect(
      await page.evaluate(`document.querySelector('video').previousElementSibling.childElementCount`),
    ).toBe(1);
    await page.evaluate('parley.dispose()');
    expect(await page.evaluate(`document.querySelector('video').previousElementSibling?.tagName`)).not.toBe(
      'DIV',
    );
  });

  const takenAway = async (page: Page, avatarId: string, rounds: number, calls: boolean) => {
    // The test's own observer of the page listens, too.
    await page.waitForFunction('true');
    const before = await resourcesOf(page);
    await page.evaluate(`(async () => {
      document.getElementById('face').dataset.face = 'steady';
      for (let round = 0; round < ${rounds}; round++) {
        const parley = begin('${avatarId}');
        await Promise.all([parley.preloadAvatar(), ${calls ? 'parley.connect()' : 'parley.fixAudioContext()'}]);
        await parley.dispose();
      }
    })().then(() => { window.done = true; }, (error) => { window.done = String(error); })`);
    await page.waitForFunction('window.done !== undefined');
    expect(await page.evaluate('window.done')).toBe(true);
    expect(await createdResources(page)).toMatchObject({
      sockets: calls ? rounds : 0,
      audioContexts: rounds,
    });
    expect(await resourcesOf(page)).toEqual(before);
    expect(await page.evaluate(`document.getElementById('face').childElementCount`)).toBe(0);
  };

  it('leaves nothing behind when it is created and disposed of 50 times', async (context) => {
    await using customer = await startCustomer((message) => `You asked about ${message}.`);
    const input = { name: 'Often', endpointUrl: customer.url, greeting: 'Hello!' };
    const avatarId = await operatorOf(scene.service).avatar(input);
    await using visited = await scene.open(context);
    await takenAway(visited.page, avatarId, 50, true);
    expect(visited.complaints).toEqual([]);
  });

  it('a face that is drawn by the graphics card leaves nothing behind, either', async (context) => {
    const avatarId = await operatorOf(scene.service).avatar({ name: 'Drawn' });
    await using visited = await scene.open(context, '/', true);
    // Without a call: drawing in software leaves no time for one.
    await takenAway(visited.page, avatarId, 3, false);
    expect((await createdResources(visited.page)).webglContexts).toBeGreaterThanOrEqual(3);
  });
});
