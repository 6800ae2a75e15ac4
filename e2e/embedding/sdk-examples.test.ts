import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { startSite } from '../testing/site.ts';
import { visit } from '../testing/visit.ts';

type Example = { readonly name: string; readonly code: string };

const guide = readFileSync(new URL('../../docs/sdk.md', import.meta.url), 'utf8');
const examples: readonly Example[] = guide
  .split('\n### ')
  .slice(1)
  .map((section) => ({
    name: /`(\w+)`/.exec(section)?.[1] ?? '',
    code: /```js\n([\s\S]*?)```/.exec(section)?.[1] ?? '',
  }));
const ofBuilder = examples.filter(({ code }) => /\bbuilder\./.test(code));
const ofAvatar = examples.filter((example) => !ofBuilder.includes(example));

/** What a visitor does with the parts of the page, in the order of a call. */
const uses = [
  'button.onclick',
  'button.onpointerdown',
  'button.onpointerup',
  'button.onpointercancel',
  'input.onfocus',
  'input.onchange',
  'input.onblur',
];

const shop = (service: string) => `<!doctype html><html lang="en"><title>Shop</title>
  <div id="face" style="width: 160px; height: 120px"></div><button>Talk</button>
  <input id="words" value="tides"><input id="stars" type="number" value="5">
  <script src="${service}/sdk/parley.js"></script>
  <script>
    window.ParleyError = Parley.ParleyError;
    window.shown = [];
    window.page = {
      button: document.querySelector('button'),
      input: document.querySelector('#words'),
      stars: document.querySelector('#stars'),
      show: (text) => { shown.push(text); },
      newToken: async () => token,
    };
    window.use = async () => {
      for (const path of ${JSON.stringify(uses)}) {
        const [part, handler] = path.split('.');
        await page[part][handler]?.(new Event(handler));
      }
    };
  </script></html>`;

/** A second of silence as a WAV file. */
function song(): string {
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + 8_000, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(8_000, 40);
  return header.toString('latin1') + ' '.repeat(8_000);
}

describe('the examples of docs/sdk.md', () => {
  let scene: Scene;
  let customer: Awaited<ReturnType<typeof startCustomer>>;
  let site: Awaited<ReturnType<typeof startSite>>;
  let avatarId = '';
  beforeAll(async () => {
    scene = await startScene();
    customer = await startCustomer((message) => `You asked about ${message}.`);
    site = await startSite({
      '/': shop(scene.service.url),
      '/song.mp3': { type: 'audio/wav', body: song() },
    });
    avatarId = await operatorOf(scene.service).avatar({
      name: 'Ada',
      endpointUrl: customer.url,
      allowTranscriptDownload: true,
      askForRating: true,
      greeting: 'Welcome!',
    });
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    await customer[Symbol.asyncDispose]();
    await scene[Symbol.asyncDispose]();
  });

  const withOurNames = (code: string): string =>
    code.replaceAll("'7'", `'${avatarId}'`).replaceAll('https://talk.example.com', scene.service.url);

  it('are one for each method', () => {
    expect(examples.filter(({ name, code }) => name === '' || code === '')).toEqual([]);
    expect(ofBuilder.length).toBeGreaterThan(10);
    expect(ofAvatar.length).toBeGreaterThan(40);
  });

  it.for(ofBuilder)('builder: $name', async ({ code }, context) => {
    await using visited = await visit(await scene.browser(context), site.url, undefined, withoutWebgl);
    const token = await operatorOf(scene.service).token(avatarId);
    const status = await visited.page.evaluate<string>(`(async () => {
      window.token = '${token}';
      const builder = Parley.Builder().setAvatarId('${avatarId}');
      ${withOurNames(code)}
      const built = builder.build();
      await built.connect();
      const status = built.getConnectionStatus();
      await built.dispose();
      return status;
    })()`);
    expect(status).toBe('connected');
    expect(visited.complaints).toEqual([]);
  });

  it.for(ofAvatar)('avatar: $name', async ({ name, code }, context) => {
    await using visited = await visit(await scene.browser(context), site.url, undefined, withoutWebgl);
    // Some belong before a call.
    const isBefore = /^(connect|connectGateway|authenticate|preloadAvatar|continueCall)$/.test(name);
    await visited.page.evaluate(`(async () => {
      window.token = '';
      const avatar = Parley.Builder().setAvatarId('${avatarId}')
        .registerVideoElements({ remoteVideo: 'face' }).build();
      if (${!isBefore}) await avatar.connect();
      ${withOurNames(code)}
      await use();
      await avatar.dispose();
    })()`);
    // The example warns on purpose.
    expect(visited.complaints.filter((complaint) => complaint !== 'No listener gives tokens.')).toEqual([]);
  });
});
