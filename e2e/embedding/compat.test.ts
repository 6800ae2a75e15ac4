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
import { operatorOf } from '../testing/operator.ts';
import { withoutWebgl } from '../testing/resource-count.ts';
import { startSite } from '../testing/site.ts';
import { openBrowser, visit } from '../testing/visit.ts';

const reply = (message: string) => `You asked about ${message}.`;

/** A page as it was written for a hosted service. Only the script's address and the global's name are new. */
const oldPage = (service: string) => `<!doctype html><html lang="en"><title>Shop</title>
  <div id="myvideo" style="width: 160px; height: 120px"></div>
  <script src="${service}/sdk/compat.js" data-name="OldTalk"></script>
  <script>
    var talk = null, told = [], messages = [];
    function note(name) { return function (resp) { told.push([name, resp]); }; }
    function ended() { told.push(['ended']); }
    function handleMessage(resp) {
      if (resp.messageType === window.OldTalk.MessageType.ChatText) {
        if (resp.status === 'MESSAGE_DELIVERED') return;
        messages.push([resp.sttResponse, resp.messageArray[0].message]);
      }
    }
    function startCall(avatarId) {
      talk = OldTalk.Builder()
        .setAvatarId(avatarId)
        .setLanguagePreference('en-GB')
        .setUserName('Guest')
        .enableAvatar(true)
        .setAuthCallbacks({ onReady: function () { talk.connectGateway(); }, onFail: null })
        .setWebSocketCallbacks({ onOpen: note('open'), onConnectFail: null, onMessage: handleMessage, onWarn: null, onClose: null })
        .setMediaCallbacks({ onConnected: note('connected'), onWaiting: null, onBusy: null, onDisconnect: note('disconnected'), micStatus: note('mic') })
        .setRetry(false)
        .registerVideoElements({ remoteVideo: 'myvideo' })
        .build();
      talk.setSTTAddress('wss://hear.example.com');
      talk.on('speaker-update', note('speaker'));
      talk.on('load-progress', note('progress'));
      talk.on('media-disconnected', ended);
      talk.authenticate();
    }
    function waitForIdle() {
      return new Promise(function (resolve) {
        function check(resp) {
          if (resp.avatarStatus === 0) { talk.off('avatar-status-update', check); resolve(true); }
        }
        talk.on('avatar-status-update', check);
      });
    }
    function micLabel() { if (talk.isPermissionGranted('mic')) return 'allowed'; return 'ask'; }
    function endCall() {
      talk.disconnectGateway(OldTalk.CallEndReason.HANGED_UP);
      talk.off('media-disconnected', ended);
      return told.filter(function (each) { return each[0] === 'ended'; }).length;
    }
  </script></html>`;

const parentPage = (service: string) => `<!doctype html><html lang="en"><title>Shop</title><body>
  <iframe id="stranger" title="Stranger" src="/stranger"></iframe>
  <script>
    const query = new URLSearchParams(location.search);
    const iframe = document.createElement('iframe');
    Object.assign(iframe, { title: 'Avatar', width: 640, height: 480, allow: 'microphone; autoplay' });
    iframe.src = '${service}/avatar/' + query.get('id') + '?' + query.get('more');
    document.body.append(iframe);
    const received = [];
    addEventListener('message', ({ data }) => received.push(data));
    const post = (data) => iframe.contentWindow.postMessage(data, '*');
    const answerTo = (callId) => received.find(({ eventName, eventParams }) =>
      eventName === 'talk-method-response' && eventParams.callId === callId)?.eventParams;
  </script></body></html>`;
const strangerPage = `<!doctype html><html lang="en"><title>Stranger</title><script>
  addEventListener('message', () => {
    parent.frames[1].postMessage({ command: 'talk-set-speaker-status', message: false }, '*');
    parent.frames[1].postMessage('end-call', '*');
    parent.postMessage('meddled', '*');
  });
</script></html>`;

describe('pages that were made for a hosted service', () => {
  let service: RunningService;
  let site: Awaited<ReturnType<typeof startSite>>;
  let browser: Browser | undefined;

  beforeAll(async () => {
    service = await startService();
    const pages = { '/': oldPage(service.url), '/frame': parentPage(service.url), '/stranger': strangerPage };
    site = await startSite(pages);
  });
  afterAll(async () => {
    await browser?.close();
    await site[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const open = async (context: TestContext, path: string) => {
    browser ??= await openBrowser(systemTool(context, 'chromium'));
    return await visit(browser, site.url + path, { width: 900, height: 700 }, withoutWebgl);
  };
  const until = (page: Page, condition: string) =>
    page.waitForFunction(condition, undefined, { timeout: pollOptions.limitMs });

  it('a page with the old builder, constants and answers goes through a whole call', async (context) => {
    await using customer = await startCustomer(reply);
    const avatarId = await operatorOf(service).avatar({
      name: 'Ada',
      endpointUrl: customer.url,
      greeting: 'Welcome!',
    });
    await using visited = await open(context, '/');
    const { page } = visited;
    await page.evaluate(`startCall('${avatarId}')`);
    await until(page, 'messages.length === 1');
    expect(await page.evaluate('messages[0]')).toEqual([false, 'Welcome!']);
    expect(await page.evaluate('talk.getTGStatus() === OldTalk.TGStatus.CONNECTED')).toBe(true);
    const told = await page.evaluate<[string, unknown][]>('told');
    const of = (name: string) => told.filter(([each]) => each === name).map(([, details]) => details);
    expect(of('open')).toEqual([{ sessionId: customer.heard[0]?.sessionId }]);
    expect(of('connected')).toHaveLength(1);
    expect(of('speaker')[0]).toBe(true);
    expect(of('mic')[0]).toEqual({ micStatus: false });
    expect(of('progress')[0]).toEqual({ percent: 0, progress: 0 });

    const isIdle = page.evaluate('waitForIdle()');
    await page.evaluate(`talk.sendMessageToVPS('tides')`);
    await until(page, 'messages.length === 2');
    expect(await page.evaluate('messages[1]')).toEqual([false, 'You asked about tides.']);
    expect(await isIdle).toBe(true);

    await page.evaluate('void talk.setMicEnabled(true, true)');
    await until(page, `micLabel() === 'allowed'`);
    expect(await page.evaluate('talk.getPermissionStatus("mic").state')).toBe('granted');

    expect(await page.evaluate('endCall()')).toBe(1);
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, pollOptions);
    expect(customer.heard.map(({ action }) => action)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    expect(customer.heard[0]).toMatchObject({ locale: 'en-GB' });
    const hints = visited.complaints.filter((text) => text.includes('has no effect'));
    expect(hints).toEqual([expect.stringContaining('setSTTAddress')]);
    expect(visited.complaints.filter((text) => /TypeError|Unhandled|Uncaught/.test(text))).toEqual([]);
  });

  it('a framed page obeys the old commands of the page around it, and of no other page', async (context) => {
    await using customer = await startCustomer(reply);
    const input = { name: 'Framed', endpointUrl: customer.url, embedOrigins: [site.url] };
    const avatarId = await operatorOf(service).avatar(input);
    const more =
      'compat=talk&connect=true&micOffByDefault=true&hideLetsChatBtn=true&registerTalkEvents=auth-success,speaker-update';
    await using visited = await open(context, `/frame?id=${avatarId}&more=${encodeURIComponent(more)}`);
    const { page } = visited;
    await until(page, `received.some(({ eventName }) => eventName === 'auth-success')`);
    const success = await page.evaluate<{ eventParams: object }>(
      `received.find(({ eventName }) => eventName === 'auth-success')`,
    );
    expect(success.eventParams).toMatchObject({ name: 'Framed', sessionId: expect.any(String) });

    await page.evaluate(`post({ command: 'talk-chat', message: 'tides' })`);
    await page.frameLocator('iframe[title=Avatar]').getByText('You asked about tides.').first().waitFor();
    await page.evaluate(`document.getElementById('stranger').contentWindow.postMessage('go', '*')`);
    await until(page, `received.includes('meddled')`);
    const ask = async (method: string, callId: string) => {
      await page.evaluate(
        `post({ eventName: 'talk-method-call', eventParams: { method: '${method}', args: [], callId: '${callId}' } })`,
      );
      await until(page, `answerTo('${callId}') !== undefined`);
      return await page.evaluate(`answerTo('${callId}')`);
    };
    expect(await ask('isSpeakerEnabled', 'a')).toEqual({ callId: 'a', status: 'success', result: true });
    expect(await ask('getTGStatus', 'b')).toEqual({ callId: 'b', status: 'success', result: 2 });
    expect(await ask('dispose', 'c')).toMatchObject({ callId: 'c', status: 'error' });
    await page.evaluate(`received.length = 0; post({ command: 'talk-set-speaker-status', message: false })`);
    expect(await ask('isSpeakerEnabled', 'd')).toMatchObject({ result: false });
    expect(await page.evaluate('received')).toContainEqual({
      eventName: 'speaker-update',
      eventParams: false,
    });

    await page.evaluate(`post('end-call')`);
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, pollOptions);
    expect(customer.heard.map(({ action }) => action)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    const frame = page.frameLocator('iframe[title=Avatar]');
    await frame.locator('main[data-phase=ended]').waitFor();
    expect(await frame.locator('#start').isVisible()).toBe(false);
  });

  it('without the parameter the old commands have no effect', async (context) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Plain' });
    await using visited = await open(context, `/frame?id=${avatarId}&more=micOff`);
    const { page } = visited;
    await until(page, `received.some(({ type }) => type === 'ready')`);
    await page.evaluate(`
      post({ command: 'talk-set-speaker-status', message: false });
      post({ source: 'parley-parent', type: 'call', id: 1, method: 'isSpeakerEnabled', args: [] })`);
    await until(page, `received.some(({ type }) => type === 'answer')`);
    expect(await page.evaluate(`received.find(({ type }) => type === 'answer').result`)).toBe(true);
    expect(visited.complaints).toEqual([expect.stringContaining('does not know the message')]);
  });
});
