import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import {
  pollOptions,
  type RunningService,
  startService,
  systemTool,
} from '../../server/src/testing/index.ts';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
import { joined, openSpeaker, silence, writeRecording } from '../testing/clips.ts';
import { startCustomer } from '../testing/customer.ts';
import { isLoud, loudMsOf, loudnessOf, meterScript } from '../testing/loudness.ts';
import { operatorOf } from '../testing/operator.ts';
import { type RecordedPart, record } from '../testing/recording.ts';
import { openBrowser, visit } from '../testing/visit.ts';

const plainly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim();

describe('a visitor who speaks', () => {
  let service: RunningService;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    service = await startService();
    folder = await temporaryFolder('ears');
  });
  afterAll(async () => {
    await folder[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  /** Opens the avatar's page in a browser whose microphone plays this recording. */
  const hears = async (context: TestContext, avatarId: string, parts: readonly RecordedPart[]) => {
    const chromium = systemTool(context, 'chromium');
    const recording = await record(folder.path, `for-${avatarId}`, parts);
    const browser = await openBrowser(chromium, `--use-file-for-fake-audio-capture=${recording}%noloop`);
    const visited = await visit(browser, `${service.url}/avatar/${avatarId}`, undefined, meterScript);
    return { ...visited, [Symbol.asyncDispose]: () => browser.close() };
  };
  const start = (page: Page) => page.getByRole('button', { name: 'Start talking' }).click();
  const others = (requests: readonly string[]) =>
    requests.filter((url) => !/^(data|blob):/.test(url) && new URL(url).host !== new URL(service.url).host);

  it('is understood, and hears and reads the answer', async (context) => {
    await using customer = await startCustomer(() => 'On Saturday we open at nine.');
    const operator = operatorOf(service);
    const avatarId = await operator.avatar({ name: 'Ada', endpointUrl: customer.url, greeting: '' });
    await using visited = await hears(context, avatarId, [4_000, 'When do you open on Saturday?', 20_000]);
    const { page } = visited;
    await start(page);

    const chat = await waitFor(
      async () => customer.heard.find(({ action }) => action === 'CHAT'),
      pollOptions,
    );
    expect(plainly(chat?.message ?? '')).toBe('when do you open on saturday');

    await page.locator('#captions', { hasText: 'On Saturday we open at nine.' }).waitFor();
    await page.locator('#history li.user', { hasText: /when do you open on saturday/i }).waitFor();
    await page.locator('#history li.avatar', { hasText: 'On Saturday we open at nine.' }).waitFor();
    const loud = await waitFor(async () => {
      const found = await loudnessOf(page);
      // The answer is over when it has been quiet for a while.
      const quietMs = (found.at(-1)?.at ?? 0) - (found.findLast(isLoud)?.at ?? 0);
      return loudMsOf(found) > 1_000 && quietMs > 1_500 ? found : undefined;
    }, pollOptions);
    expect(loud).toBeDefined();

    await page.getByRole('button', { name: 'Hang up' }).click();
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, pollOptions);
    const { transcript } = await operator.call('sessions.get', {
      params: { account: await operator.account(), session: chat?.sessionId ?? '' },
    });
    expect(transcript.map(({ speaker, message }) => [speaker, plainly(message)])).toEqual([
      ['user', 'when do you open on saturday'],
      ['avatar', 'on saturday we open at nine'],
    ]);
    expect(others(visited.requests)).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  it('is understood from the first word after the microphone was allowed, while everything else still loads', async (context) => {
    await using customer = await startCustomer(() => 'Yes.');
    const avatarId = await operatorOf(service).avatar({
      name: 'Eve',
      endpointUrl: customer.url,
      greeting: '',
    });
    await using visited = await hears(context, avatarId, [250, 'When do you open on Saturday?', 20_000]);
    const { page } = visited;
    // The visitor allows the microphone late, and files load slowly before and after that.
    await page.evaluate(`{
      const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      const media = navigator.mediaDevices;
      const ask = media.getUserMedia.bind(media);
      media.getUserMedia = (constraints) => later(2_500).then(() => ask(constraints));
      const { addModule } = Worklet.prototype;
      Worklet.prototype.addModule = function (...rest) { return later(1_200).then(() => addModule.apply(this, rest)); };
    }`);
    await page.route('**/sdk/ears/*.{wasm,onnx}', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await route.continue();
    });
    await start(page);
    const chat = await waitFor(
      async () => customer.heard.find(({ action }) => action === 'CHAT'),
      pollOptions,
    );
    expect(plainly(chat?.message ?? '')).toBe('when do you open on saturday');
    expect(visited.complaints).toEqual([]);
  });

  it('interrupts by words, but not by a knock or an "okay"', async (context) => {
    const greeting = Array.from(
      { length: 24 },
      (_, index) => `The house number ${index + 1} in our street has a garden with many old trees.`,
    ).join(' ');
    await using customer = await startCustomer(() => '');
    const operator = operatorOf(service);
    const avatarId = await operator.avatar({
      name: 'Bea',
      endpointUrl: customer.url,
      greeting,
      sendsHeard: true,
    });
    const said = [4_000, { noiseMs: 150 }, 1_500, 'Okay.', 2_000, 'Wait, how much does it cost?', 20_000];
    await using visited = await hears(context, avatarId, said);
    const { page } = visited;
    const speech: unknown[] = [];
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const frame = JSON.parse(String(payload)) as { type: string; active?: boolean };
        if (frame.type === 'speech') speech.push(frame.active);
      }),
    );
    await start(page);

    const chat = await waitFor(
      async () => customer.heard.find(({ action }) => action === 'CHAT'),
      pollOptions,
    );
    // A busy machine may join the speech into one sentence, or mishear its first word.
    expect(plainly(chat?.message ?? '')).toMatch(/how much does it cost$/);
    const heard = chat?.heard ?? '';
    expect(heard).toMatch(/^The house number 1 in our street/);
    expect(greeting.startsWith(heard)).toBe(true);
    expect(heard.length).toBeLessThan(greeting.length);
    expect(customer.heard.filter(({ action }) => action === 'CHAT')).toHaveLength(1);
    expect(speech.filter((active) => active === true).length).toBeLessThanOrEqual(1);

    const loudness = await waitFor(async () => {
      const found = await loudnessOf(page);
      const lastLoud = found.findLast(isLoud)?.at ?? 0;
      return (found.at(-1)?.at ?? 0) - lastLoud > 2_000 ? found : undefined;
    }, pollOptions);
    expect(loudMsOf(loudness ?? [])).toBeGreaterThan(1_000);
    const { transcript } = await operator.call('sessions.get', {
      params: { account: await operator.account(), session: chat?.sessionId ?? '' },
    });
    expect(transcript).toMatchObject([
      { speaker: 'avatar', message: heard, interrupted: true },
      { speaker: 'user', message: chat?.message },
    ]);
    expect(others(visited.requests)).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  it('loads what listening needs from files that browsers keep, in workers with a policy of their own', async () => {
    const script = await (await fetch(`${service.url}/sdk/ears.js`)).text();
    const names = [...new Set(script.match(/ears\/[\w-]+-[\w-]{8}\.\w+/g))];
    const kinds = names.map((name) => name.split('.').at(-1)).toSorted();
    expect(kinds).toEqual(['js', 'js', 'js', 'onnx', 'onnx', 'onnx', 'wasm']);
    for (const name of names) {
      const response = await fetch(`${service.url}/sdk/${name}`, { headers: { 'accept-encoding': 'br' } });
      const { headers } = response;
      expect(headers.get('cache-control'), name).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-encoding'), name).toBe('br');
      expect(headers.get('access-control-allow-origin'), name).toBe('*');
      const isWorker = name.includes('-worker-');
      expect(headers.get('content-security-policy')?.includes("'wasm-unsafe-eval'") ?? false, name).toBe(
        isWorker,
      );
      if (name.endsWith('.wasm')) expect(headers.get('content-type')).toBe('application/wasm');
      const bytes = (await response.arrayBuffer()).byteLength;
      expect(bytes, name).toBeGreaterThan(name.endsWith('.js') ? 1_000 : 2_000_000);
      const again = await fetch(`${service.url}/sdk/${name}`, {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      });
      expect(again.status, name).toBe(304);
    }
    const page = await fetch(`${service.url}/avatar/${await operatorOf(service).avatar({ name: 'Strict' })}`);
    expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|blob:/);
  });

  it('a stream of speech moves the mouth until it is released', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Lips' });
    const sentence = 'The big blue fish saw five cheerful people with their red umbrella.';
    // Several times, because a busy machine draws few frames.
    await using visited = await hears(context, avatarId, [
      1_000,
      ...new Array<string>(6).fill(sentence),
      5_000,
    ]);
    const { page } = visited;
    await page.evaluate(`
      window.highest = {};
      window.calls = 0;
      (async () => {
        const { followStream } = await import('/sdk/lipsync.js');
        const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
        const stream = await navigator.mediaDevices.getUserMedia({ audio: plain });
        window.following = await followStream(stream, (weights) => {
          window.calls += 1;
          for (const [name, weight] of Object.entries(weights))
            window.highest[name] = Math.max(window.highest[name] ?? 0, weight);
          window.last = weights;
        });
      })()`);
    const moved = `Object.entries(window.highest).filter(([name, weight]) => name !== 'sil' && weight > 0.3).length`;
    const shapes = await waitFor(async () => {
      const count = await page.evaluate<number>(moved);
      return count >= 4 ? count : undefined;
    }, pollOptions);
    expect(shapes).toBeGreaterThanOrEqual(4);
    const names = await page.evaluate<string[]>('Object.keys(window.highest)');
    expect(names).toHaveLength(15);
    const [calls, last] = await page.evaluate<[number, Record<string, number>]>(
      '(window.following.stop(), [window.calls, window.last])',
    );
    expect(Object.entries(last).filter(([name, weight]) => name !== 'sil' && weight > 0)).toEqual([]);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
    expect(await page.evaluate('window.calls')).toBe(calls);
    expect(visited.complaints).toEqual([]);
  });
});

const turnFiles = process.env.PARLEY_TURN_FILES;
const voiceFiles = process.env.PARLEY_VOICE_FILES;

describe.skipIf(!turnFiles || !voiceFiles)('a visitor who stops to think', () => {
  it('is not cut off, after the page has fetched the turn model at the first words', async (context) => {
    const chromium = systemTool(context, 'chromium');
    await using folder = await temporaryFolder('turns');
    await using service = await startService({ env: { VOICE_FOLDER: join(turnFiles ?? '', '..', '..') } });
    await using customer = await startCustomer(() => 'Yes.');
    const avatarId = await operatorOf(service).avatar({
      name: 'Una',
      endpointUrl: customer.url,
      greeting: '',
      patience: 'patient',
      movement: 'still',
    });
    const speak = await openSpeaker(voiceFiles ?? '');
    const recording = join(folder.path, 'thinking.wav');
    const question = 'Could you tell me whether … the museum is open on Sunday?';
    writeRecording(
      recording,
      joined([
        silence(4_000),
        await speak('mara', 'When do you open on Saturday?', 0),
        silence(20_000),
        await speak('mara', question, 900),
        silence(20_000),
      ]),
    );
    await using browser = await openBrowser(
      chromium,
      `--use-file-for-fake-audio-capture=${recording}%noloop`,
    );
    await using visited = await visit(browser, `${service.url}/avatar/${avatarId}`);
    const isModel = (url: string) => /\/sdk\/ears\/smart-turn-\w{8}\.onnx$/.test(url);
    await visited.page.getByRole('button', { name: 'Start talking' }).click();
    await waitFor(
      async () => visited.requests.some((url) => url.includes('silero')) || undefined,
      pollOptions,
    );
    expect(visited.requests.filter(isModel)).toEqual([]);

    const said = async (count: number) => {
      const chats = await waitFor(async () => {
        const found = customer.heard.filter(({ action }) => action === 'CHAT');
        return found.length >= count ? found : undefined;
      }, pollOptions);
      return chats?.map(({ message }) => plainly(message ?? ''));
    };
    expect(await said(1)).toEqual(['when do you open on saturday']);
    expect(visited.requests.filter(isModel)).toHaveLength(1);
    expect(await said(2)).toEqual([
      'when do you open on saturday',
      'could you tell me whether the museum is open on sunday',
    ]);
    expect(visited.complaints).toEqual([]);
  });
});
