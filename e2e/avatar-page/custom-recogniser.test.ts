import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../../server/src/cli/testing/command-line.ts';
import { waitFor } from '../../server/src/processes/index.ts';
import {
  pollOptions,
  type RunningService,
  startService,
  systemTool,
} from '../../server/src/testing/index.ts';
import { offlineModel } from '../testing/custom-model.ts';
import { startCustomer } from '../testing/customer.ts';
import { loudMsOf, loudnessOf, meterScript } from '../testing/loudness.ts';
import { record } from '../testing/recording.ts';
import { openBrowser, visit } from '../testing/visit.ts';

/** The commands that the guide gives for a machine without a network, after everything was copied to it. */
async function guidedCommands(): Promise<string[]> {
  const guide = await readFile(new URL('../../docs/ears.md', import.meta.url), 'utf8');
  const [, steps = ''] = guide.split('Then, on the machine without a network:');
  const [, block = ''] = /```sh\n([^`]+)```/.exec(steps) ?? [];
  return block.trim().split('\n');
}

type WordsFrame = { type: string; last?: boolean; text?: string };

describe('from nothing to a German avatar', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ env: { VOICE_INSTALL: 'off' } });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('the guide’s commands make one that hears with an own recogniser, word by word, and answers in German', async (context) => {
    const chromium = systemTool(context, 'chromium');
    const picoFiles = process.env.PARLEY_PICO_FILES ?? '';
    if (picoFiles === '') context.skip('the voices for other languages are not installed');
    await using customer = await startCustomer(() => 'Guten Tag! Am Samstag öffnen wir um neun Uhr.');
    await using model = await offlineModel();
    const voices = join(service.dataDir, 'voices');
    const parley = commandLine(
      () => service.dataDir,
      () => ({ INIT_CWD: model.folder }),
    );
    const done: string[] = [];
    for (const line of await guidedCommands()) {
      const [program = '', ...words] = line.split(' ');
      if (program === 'mkdir') await cp(model.sherpa, join(voices, 'own'), { recursive: true });
      else if (words[0] === 'voice') {
        // The archive that is unpacked by this command is on no machine without a network, but its files are.
        const kept = join(voices, basename(dirname(picoFiles)), basename(picoFiles));
        await mkdir(dirname(kept), { recursive: true });
        await cp(picoFiles, kept, { recursive: true });
      } else {
        const changed = words.map((word) => (word === 'http://localhost:3000/' ? customer.url : word));
        done.push(await parley.text(changed.join(' ')));
      }
    }
    expect(done[0]).toContain(`it heard "${model.hears}`);
    const avatarId = /\bid +(\d+)/.exec(done[1] ?? '')?.[1] ?? '';

    const recording = await record(model.folder, 'said', [4_000, 'When do you open on Saturday?', 20_000]);
    await using browser = {
      opened: await openBrowser(chromium, `--use-file-for-fake-audio-capture=${recording}%noloop`),
      [Symbol.asyncDispose]() {
        return this.opened.close();
      },
    };
    const page = `${service.url}/avatar/${avatarId}`;
    const visited = await visit(browser.opened, page, undefined, meterScript);
    const heard: WordsFrame[] = [];
    visited.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const frame = typeof payload === 'string' ? (JSON.parse(payload) as WordsFrame) : null;
        if (frame?.type === 'words') heard.push(frame);
      }),
    );
    await visited.page.locator('#start').click();
    const chat = await waitFor(
      async () => customer.heard.find(({ action }) => action === 'CHAT'),
      pollOptions,
    );
    expect(chat?.message).toMatch(model.understands);
    const final = await waitFor(async () => heard.find(({ last }) => last), pollOptions);
    expect(final?.text).toBe(chat?.message);
    expect(heard.filter(({ last, text }) => last === false && text !== undefined).length).toBeGreaterThan(0);
    expect(visited.requests.filter((url) => url.includes('/client/transcribe'))).toEqual([]);

    await visited.page.locator('#captions', { hasText: 'Am Samstag öffnen wir um neun Uhr.' }).waitFor();
    const loud = async () => loudMsOf(await loudnessOf(visited.page)) > 500 || undefined;
    expect(await waitFor(loud, pollOptions)).toBe(true);
    expect(visited.complaints).toEqual([]);
  });
});
