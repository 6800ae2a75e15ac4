import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCustomer } from '../testing/customer.ts';
import { embeddingPages, haveLongCall, type LongCall } from '../testing/long-call.ts';
import { operatorOf } from '../testing/operator.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { startSite } from '../testing/site.ts';

/** The short form of `long-calls.test.ts`: a phone without 3D, and messages that filled the window before. */
const cases: Pick<LongCall, 'embedding' | 'theme' | 'size'>[] = [
  { embedding: 'page', theme: 'dark', size: { width: 390, height: 460 } },
];
const messages = Array.from({ length: 4 }, (_, index) => `Question ${index + 1}`);
const reply = () =>
  'This answer is one long sentence that needs several lines of captions, even on a wide screen, because it goes on and on.';

describe('a call with many messages', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it.for(cases)('stays put on a $embedding, $theme', async (testCase, context) => {
    await using customer = await startCustomer(reply);
    const settings = { name: 'Ada', endpointUrl: customer.url, greeting: 'Welcome!' };
    const avatarId = await operatorOf(scene.service).avatar(settings);
    await using site = await startSite(embeddingPages(scene.service.url));
    const url =
      testCase.embedding === 'page'
        ? `${scene.service.url}/avatar/${avatarId}?micOff`
        : `${site.url}/${testCase.embedding}?id=${avatarId}&theme=${testCase.theme}`;
    const seen = await haveLongCall(await scene.browser(context), {
      ...testCase,
      url,
      isDrawn: false,
      messages,
    });
    expect(seen).toMatchObject({
      messages: 9,
      stageHeights: [expect.any(Number)],
      scrollable: 0,
      blankFrames: 0,
      findings: [],
      isDark: testCase.theme === 'dark',
    });
  });
});
