import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions, type RunningService, startService } from '../../server/src/testing/index.ts';
import { startFirefox } from '../testing/browsers/firefox.ts';
import { installedProgram } from '../testing/browsers/installed-program.ts';
import type { PlainBrowser } from '../testing/browsers/plain-browser.ts';
import { startWebkit } from '../testing/browsers/webkit.ts';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { startSite } from '../testing/site.ts';

const browsers: Readonly<Record<string, (context: TestContext) => Promise<PlainBrowser>>> = {
  Firefox: (context) => startFirefox(installedProgram(context, 'firefox-esr', 'firefox')),
  WebKit: (context) =>
    startWebkit(installedProgram(context, 'WebKitWebDriver'), installedProgram(context, 'Xvfb')),
};

describe.each(Object.entries(browsers))('in %s', (_, start) => {
  let service: RunningService;
  let customer: Awaited<ReturnType<typeof startCustomer>>;
  beforeAll(async () => {
    service = await startService();
    customer = await startCustomer((message) => `You asked about ${message}.`);
  });
  afterAll(async () => {
    await customer[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  it('a visitor talks on the avatar’s page, and a shop shows the avatar by SDK and by widget', async (context) => {
    await using browser = await start(context);
    const until = (condition: string) =>
      expect.poll(() => browser.evaluate(condition), { interval: 200 }).toBe(true);
    const settings = { name: 'Ada', endpointUrl: customer.url, greeting: 'Welcome!' };
    const avatarId = await operatorOf(service).avatar(settings);

    await browser.goto(`${service.url}/avatar/${avatarId}?micOff&userId=u-7`);
    await until(`!document.querySelector('#start').disabled`);
    await browser.click('#start');
    await until(`document.querySelector('#spoken').textContent === 'Welcome!'`);
    await until(`document.querySelector('#stage').childElementCount > 0`);
    await browser.evaluate(
      `(document.querySelector('#text').value = 'tides', document.querySelector('#compose').requestSubmit(), 1)`,
    );
    await until(`document.querySelector('#spoken').textContent === 'You asked about tides.'`);
    await browser.click('#hang');
    await until(`document.querySelector('#problem').textContent === 'The call has ended.'`);
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, pollOptions);
    expect(customer.heard.map(({ action }) => action)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    expect(customer.heard[0]?.userId).toBe('u-7');

    await using site = await startSite({
      '/': `<!doctype html><html lang="en"><title>Shop</title><div id="face"></div><button id="talk">Talk</button>
        <script src="${service.url}/sdk/widget.js" data-avatar="${avatarId}" data-color="#fd0"></script>
        <script src="${service.url}/sdk/parley.js"></script>
        <script>
          window.heard = [];
          const avatar = Parley.Builder().setAvatarId('${avatarId}').setElement(document.getElementById('face')).build();
          avatar.on('avatar-transcript', ({ text, final }) => final && heard.push(text));
          document.getElementById('talk').onclick = () => avatar.connect();
        </script></html>`,
    });
    await browser.goto(site.url);
    await browser.click('#talk');
    await until(`heard.includes('Welcome!')`);
    await until(`document.querySelector('#face > *').getBoundingClientRect().height === 480`);
    const widget = `document.querySelector('[id^=parley-widget]').shadowRoot`;
    await browser.evaluate(`(${widget}.querySelector('.launcher').click(), 1)`);
    await until(`${widget}.querySelector('iframe').getBoundingClientRect().height > 300`);
    expect(await browser.evaluate(`getComputedStyle(${widget}.querySelector('.launcher')).color`)).toBe(
      'rgb(0, 0, 0)',
    );
  });
});
