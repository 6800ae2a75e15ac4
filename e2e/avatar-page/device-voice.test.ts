import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import {
  pollOptions,
  type RunningService,
  startService,
  systemTool,
} from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { deviceSpeech } from '../testing/device-speech.ts';
import { operatorOf } from '../testing/operator.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { openBrowser, visit } from '../testing/visit.ts';

const long = 'This answer has quite a few words, so that somebody can cut it short in the middle of them.';
/** Which mouth shapes the pictures show. */
const watchMouth = `{
  window.mouths = new Set();
  setInterval(() => mouths.add(document.querySelector('[data-part=portrait]')?.dataset.mouth), 20);
}`;
type Spoken = { text: string; voice: string; rate: number; heard: number; cut: boolean };
const other =
  'The other answer is long enough as well, so that there is time to mute the avatar while it speaks.';

describe('an avatar that speaks with the voices of the visitor’s device', () => {
  let service: RunningService;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  const call = async (context: TestContext, endpoint: string, voices: string) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const avatarId = await operatorOf(service).avatar({
      name: 'Nadia',
      endpointUrl: endpoint,
      greeting: 'Welcome to the harbour.',
      voice: { provider: 'device', rate: 1.2 },
    });
    const address = `${service.url}/avatar/${avatarId}?micOff`;
    const visited = await visit(
      browser,
      address,
      { width: 800, height: 600 },
      withoutWebgl + watchMouth + voices,
    );
    const sounds: unknown[] = [];
    visited.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload !== 'string') sounds.push(payload);
      }),
    );
    await visited.page.locator('#stage [data-part=portrait]').waitFor();
    await visited.page.getByRole('button', { name: /^Start/ }).click();
    return { ...visited, sounds };
  };
  const spoken = (page: Page) => page.evaluate<Spoken[]>('spoken');
  const say = async (page: Page, text: string) => {
    await page.getByRole('textbox').fill(text);
    await page.keyboard.press('Enter');
  };

  it('is heard, shown word by word, stopped, and muted, without a sound from the service', async (context) => {
    await using customer = await startCustomer((message) => (message === 'tides' ? long : other));
    await using visited = await call(context, customer.url, deviceSpeech);
    const { page, sounds } = visited;
    const shown = new Set<string>();
    await waitFor(async () => {
      shown.add(await page.evaluate<string>("document.querySelector('#captions span')?.textContent ?? ''"));
      return (await spoken(page))[0]?.heard === 4 || undefined;
    }, pollOptions);
    expect(await spoken(page)).toMatchObject([
      { text: 'Welcome to the harbour.', voice: 'Nadia', rate: 1.2 },
    ]);
    expect(shown.size).toBeGreaterThan(2);

    await say(page, 'tides');
    await waitFor(async () => ((await spoken(page))[1]?.heard ?? 0) > 3 || undefined, pollOptions);
    await say(page, 'stop');
    await waitFor(
      async () => customer.heard.filter(({ action }) => action === 'CHAT').length > 1 || undefined,
      pollOptions,
    );
    expect(await page.evaluate('mouths.size')).toBeGreaterThan(3);
    const [, cut] = await spoken(page);
    expect(cut).toMatchObject({ text: long, cut: true });
    const words = long.split(' ');
    const record = await page.evaluate<string>("document.querySelector('#history')?.textContent ?? ''");
    expect(record).toContain(words.slice(0, 3).join(' '));
    expect(record).not.toContain(words.slice(-3).join(' '));

    await waitFor(async () => ((await spoken(page))[2]?.heard ?? 0) > 1 || undefined, pollOptions);
    await page.getByRole('button', { name: 'Speaker' }).click();
    await waitFor(async () => (await spoken(page))[2]?.cut || undefined, pollOptions);
    expect(sounds).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  it('speaks with the built-in voice if the device has none', async (context) => {
    await using customer = await startCustomer(() => long);
    await using visited = await call(context, customer.url, '');
    await waitFor(async () => visited.sounds.length > 3 || undefined, pollOptions);
    expect(visited.complaints).toEqual([]);
  });
});
