import type { ServerFrames } from '@parley/protocol';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { sherpaRoom } from '../../server/src/custom-models/testing/sherpa-stand-in.ts';
import { waitFor } from '../../server/src/processes/index.ts';
import { addCustomVoice } from '../../server/src/speech/index.ts';
import {
  pollOptions,
  type RunningService,
  startService,
  systemTool,
} from '../../server/src/testing/index.ts';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
import { startCustomer } from '../testing/customer.ts';
import { deviceSpeechOf } from '../testing/device-speech.ts';
import { loudMsOf, loudnessOf, meterScript } from '../testing/loudness.ts';
import { operatorOf } from '../testing/operator.ts';
import { record } from '../testing/recording.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { newContext, openBrowser, visit } from '../testing/visit.ts';

/** Replaces the browser's recogniser by one that hears nothing. `recognised` is in which languages it listens. */
const deafRecogniser = `{
  window.recognised = [];
  window.SpeechRecognition = window.webkitSpeechRecognition = class extends EventTarget {
    start() { recognised.push(this.lang); }
    abort() {}
  };
}`;
const devices = deviceSpeechOf({ name: 'Nadia', lang: 'en-GB' }, { name: 'Greta', lang: 'de-DE' });

const english = 'We are open from Monday to Friday.';
const german = 'Wir haben von Montag bis Freitag für Sie geöffnet.';
const replies: Readonly<Record<string, string>> = {
  'english words': english,
  'german words': german,
  'english tag': '<svc-language name="en"/>OK.',
  'german tag': '<svc-language name="de"/>OK.',
  short: 'OK.',
};
const germanGreeting = ['Guten Tag!', 'Wie kann ich Ihnen heute helfen?'];
const englishGreeting = ['Hello!', 'How can I help you today?'];

/** What the built-in English voice, and the voices of this test, send. */
const builtInRate = 16_000;
const otherRate = 22_050;

type Said = { text: string; language: string | undefined; by: string | number };

describe('a call that goes from one language to another', () => {
  let browser: Browser | undefined;
  let plain: RunningService;
  let room: Awaited<ReturnType<typeof sherpaRoom>>;
  let customer: Awaited<ReturnType<typeof startCustomer>>;

  beforeAll(async () => {
    room = await sherpaRoom();
    plain = await startService();
    customer = await startCustomer((message) => replies[message] ?? 'OK.');
  });
  afterAll(async () => {
    await browser?.close();
    await plain[Symbol.asyncDispose]();
    await customer[Symbol.asyncDispose]();
    await room[Symbol.asyncDispose]();
  });

  const avatarOf = (service: RunningService) =>
    operatorOf(service).avatar({
      name: 'Ada',
      endpointUrl: customer.url,
      greeting: 'Hello! How can I help you today?',
      hearing: { recogniser: 'browser' },
      furtherLanguages: [{ language: 'de' }],
    });

  /** Opens the page in a browser with this language, and notes each sentence with what speaks it. */
  async function call(context: TestContext, service: RunningService, locale: string, voices = '') {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    const window = await newContext(browser, { viewport: { width: 800, height: 600 }, locale });
    const page = await window.newPage();
    await page.addInitScript(withoutWebgl + deafRecogniser + meterScript + voices);
    const said: Said[] = [];
    const sentences = new Map<string, ServerFrames['sentence'] & { device?: string }>();
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload !== 'string') return;
        const frame = JSON.parse(payload) as ServerFrames['sentence' | 'speech'];
        const key = `${frame.utterance} ${frame.index}`;
        if (frame.type === 'sentence') sentences.set(key, frame);
        const sentence = sentences.get(key);
        if (frame.type !== 'speech' || sentence === undefined) return;
        if (frame.device) sentence.device = `device ${frame.device.language}`;
        if (!frame.done) return;
        const { text, language, device } = sentence;
        said.push({ text, language, by: device ?? (frame.durationMs > 0 ? frame.rate : 'nothing') });
      }),
    );
    await page.goto(`${service.url}/avatar/${await avatarOf(service)}`);
    await page.locator('#start:enabled').click();
    /** Waits until this many sentences were made, and the avatar is silent. */
    const hear = async (count: number) => {
      await waitFor(async () => said.length >= count || undefined, pollOptions);
      await page.locator('#status:not([data-state=speaking]):not([data-state=thinking])').waitFor();
    };
    const say = async (message: string) => {
      const { length } = said;
      await page.locator('#text').fill(message);
      await page.keyboard.press('Enter');
      await hear(length + 1);
    };
    return { page, said, say, hear, [Symbol.asyncDispose]: () => window.close() };
  }

  const pageLanguage = (page: Page) => page.evaluate<string>('document.documentElement.lang');
  const inPage = (page: Page, language: string) =>
    waitFor(async () => (await pageLanguage(page)) === language || undefined, pollOptions);
  const recognised = (page: Page) => page.evaluate<string[]>('recognised');
  const from = (said: readonly Said[]) => said.map(({ text, language, by }) => [text, language, by]);

  /** English to German to English, begun by the visitor's locale, by the replies' own words and by tags. */
  async function follow(
    visit: Awaited<ReturnType<typeof call>>,
    voices: Record<'en' | 'de', string | number>,
  ) {
    const { page, said, say, hear } = visit;
    await hear(2);
    expect(await pageLanguage(page)).toBe('de');
    await page.getByRole('button', { name: 'Auflegen' }).waitFor();
    await say('english words');
    await inPage(page, 'en');
    await page.getByRole('button', { name: 'Hang up' }).waitFor();
    await say('short');
    await say('german words');
    await inPage(page, 'de');
    await say('short');
    await say('english tag');
    await inPage(page, 'en');
    await say('german tag');
    await inPage(page, 'de');
    expect(from(said)).toEqual([
      ...germanGreeting.map((text) => [text, 'de', voices.de]),
      [english, 'en', voices.en],
      ['OK.', 'en', voices.en],
      [german, 'de', voices.de],
      ['OK.', 'de', voices.de],
      ['OK.', 'en', voices.en],
      ['OK.', 'de', voices.de],
    ]);
    expect(await recognised(page)).toEqual(['de', 'en', 'de', 'en', 'de']);
    expect(await page.locator('#spoken').getAttribute('lang')).toBe('de');
  }

  it('is spoken by the voices of the visitor’s device', async (context) => {
    await using visited = await call(context, plain, 'de-AT', devices);
    await follow(visited, { en: builtInRate, de: 'device de' });
    const spoken = await visited.page.evaluate<{ text: string; voice: string }[]>('spoken');
    expect(spoken.map(({ voice }) => voice)).toEqual(['Greta', 'Greta', 'Greta', 'Greta', 'Greta']);
  });

  it('is spoken by espeak-ng', async (context) => {
    const operator = operatorOf(plain);
    const { items } = await operator.call('voices.list', { params: { account: await operator.account() } });
    if (!items.some(({ provider }) => provider === 'espeak')) context.skip('espeak-ng is not installed');
    await using visited = await call(context, plain, 'de-AT');
    await follow(visited, { en: builtInRate, de: otherRate });
    expect(loudMsOf(await loudnessOf(visited.page))).toBeGreaterThan(1_000);
  });

  it('is spoken by a model of the operator', async (context) => {
    const { voiceFolder, folder } = room;
    await addCustomVoice({ voiceFolder, source: folder, name: 'anna', language: 'de' });
    await using service = await startService({ env: { VOICE_FOLDER: voiceFolder } });
    await using visited = await call(context, service, 'de-AT', devices);
    await follow(visited, { en: builtInRate, de: otherRate });
    expect(loudMsOf(await loudnessOf(visited.page))).toBeGreaterThan(1_000);
  });

  it('begins in the avatar’s own language for a visitor with neither', async (context) => {
    await using visited = await call(context, plain, 'fr-FR', devices);
    await visited.hear(2);
    expect(await pageLanguage(visited.page)).toBe('en');
    expect(from(visited.said)).toEqual(englishGreeting.map((text) => [text, 'en', builtInRate]));
    expect(await recognised(visited.page)).toEqual(['en']);
  });

  it('is typed if the browser’s recogniser hears nothing of what the visitor says', async (context) => {
    await using folder = await temporaryFolder('deaf');
    const words = 'My number is two, five, three, one, and I would like to know when you are open this week.';
    const recording = await record(folder.path, 'deaf', [3_000, words, 300, words, 20_000]);
    const speaking = await openBrowser(
      systemTool(context, 'chromium'),
      `--use-file-for-fake-audio-capture=${recording}%noloop`,
    );
    try {
      const id = await operatorOf(plain).avatar({ name: 'Ada', hearing: { recogniser: 'browser' } });
      const before = withoutWebgl + deafRecogniser;
      const { page } = await visit(
        speaking,
        `${plain.url}/avatar/${id}`,
        { width: 800, height: 600 },
        before,
      );
      await page.getByRole('button', { name: 'Start talking' }).click();
      await page.getByText('does not hear you. You can type instead.').waitFor();
    } finally {
      await speaking.close();
    }
  });
});
