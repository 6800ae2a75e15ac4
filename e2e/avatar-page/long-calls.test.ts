import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCustomer } from '../testing/customer.ts';
import { embeddingPages, embeddings, haveLongCall, sizes, themes } from '../testing/long-call.ts';
import { operatorOf } from '../testing/operator.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { startSite } from '../testing/site.ts';
import { webGlFlags } from '../testing/visit.ts';

/** Twenty messages and their answers: short ones, long ones and one with a list. */
const messages = Array.from({ length: 20 }, (_, index) => `Question ${index + 1}`);
const reply = (message: string) => {
  const number = Number(message.split(' ')[1]);
  if (number % 3 === 0) return `- One\n- ${'A longer point with several words. '.repeat(3)}`;
  return number % 2 === 0
    ? 'Yes.'
    : 'This answer is one long sentence that needs several lines of captions, even on a wide screen, because it goes on and on until nobody wants to hear any more of it.';
};

describe('a call with forty messages', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene(...webGlFlags);
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const cases = embeddings.flatMap((embedding) =>
    themes.flatMap((theme) => sizes.map((size) => ({ embedding, theme, size }))),
  );
  it.for(cases)(
    'stays put on a $embedding at $size.width by $size.height, $theme, and never shows an empty stage',
    async ({ embedding, theme, size }, context) => {
      await using customer = await startCustomer(reply);
      const avatarId = await operatorOf(scene.service).avatar({
        name: 'Ada',
        endpointUrl: customer.url,
        greeting: 'Welcome!',
      });
      await using site = await startSite(embeddingPages(scene.service.url));
      const url =
        embedding === 'page'
          ? `${scene.service.url}/avatar/${avatarId}?micOff`
          : `${site.url}/${embedding}?id=${avatarId}&theme=${theme}`;
      const call = { embedding, theme, size, url, isDrawn: true, messages };
      const seen = await haveLongCall(await scene.browser(context), call);
      expect(seen.messages).toBeGreaterThanOrEqual(40);
      expect(seen.stageHeights).toHaveLength(1);
      expect(seen.captionHeights.length).toBeGreaterThan(1);
      expect(seen.scrollable).toBe(0);
      expect(seen.frames).toBeGreaterThan(10);
      expect(seen.blankFrames).toBe(0);
      expect(seen.findings).toEqual([]);
      expect(seen.isDark).toBe(theme === 'dark');
      expect(seen.isDarkAround).toBe(embedding === 'widget' ? theme === 'dark' : null);
    },
  );
});
