import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';
import { startCustomer } from '../testing/customer.ts';
import { operatorOf } from '../testing/operator.ts';
import { type SdkScene, startSdkScene, told } from '../testing/sdk-page.ts';

const reply = (message: string) =>
  `You asked about ${message}. <svc-custom-order json='{"id": 7}'/> That is all.`;

describe('the SDK in a page of another origin', () => {
  let scene: SdkScene;
  beforeAll(async () => {
    scene = await startSdkScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it('calls, asks, hears a callback, gets a payload, and hangs up with a LOGOUT', async (context) => {
    await using customer = await startCustomer(reply);
    const avatarId = await operatorOf(scene.service).avatar({
      name: 'Ada',
      endpointUrl: customer.url,
      greeting: 'Welcome!',
    });
    await using visited = await scene.open(context);
    const { page } = visited;
    await page.evaluate(`
      document.addEventListener('order-placed', ({ detail }) => { window.order = detail; });
      window.parley = begin('${avatarId}');
      parley.fixAudioContext().then(() => parley.connect()).then(() => parley.registerTag('svc-custom-order', 'order-placed'))`);
    await page.waitForFunction(
      `told.some(({ name, details }) => name === 'avatar-transcript' && details.final)`,
    );
    expect((await told(page, 'avatar-transcript')).at(-1)?.details).toMatchObject({
      text: 'Welcome!',
      sentence: 'Welcome!',
    });
    expect(await page.evaluate('parley.isMediaConnected()')).toBe(true);

    await page.evaluate(`parley.sendMessage('tides')`);
    await page.waitForFunction('window.order !== undefined');
    expect(await page.evaluate('window.order')).toEqual({ id: 7 });
    await page.waitForFunction(`told.some(({ details }) => details.text === 'That is all.')`);
    expect(await customer.callBack('Your order has shipped.')).toBe(200);
    await page.waitForFunction(
      `told.some(({ details }) => details.text === 'Your order has shipped.' && details.final)`,
    );

    await page.evaluate('parley.disconnect()');
    await waitFor(async () => customer.heard.at(-1)?.action === 'LOGOUT' || undefined, pollOptions);
    expect(customer.heard.map(({ action }) => action)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    expect(customer.heard[0]).toMatchObject({ customString: 'basket=3' });

    const states = (await told(page, 'connection:state-changed')).map(({ details }) => details);
    expect(states.map(({ state }) => state)).toEqual(['connecting', 'connected', 'disconnected']);
    const sessionId = customer.heard[0]?.sessionId;
    for (const details of states) {
      expect(details).toMatchObject({ session_id: sessionId, avatar_id: avatarId, user_name: 'Grace' });
      expect(details).toMatchObject({ max_session_duration: -1, user_id: customer.heard[0]?.userId });
    }
    expect(states[2]).toMatchObject({ reason: 'hangup', will_attempt_reconnect: false });
    const messages = (await told(page, 'agent:message')).map(
      ({ details }) => `${details.speaker}: ${details.message}`,
    );
    expect(messages).toEqual([
      'avatar: Welcome!',
      'user: tides',
      'avatar: You asked about tides. That is all.',
      'avatar: Your order has shipped.',
    ]);
    expect((await told(page, 'end')).map(({ details }) => details)).toMatchObject([
      { reason: 'hangup', callEnd: 'hanged-up' },
    ]);
    expect(scene.foreign(visited.requests)).toEqual([]);
    expect(visited.complaints).toEqual([]);
  });

  it('as a module it finds its service, and rejects with a typed error', async (context) => {
    const operator = operatorOf(scene.service);
    const avatarId = await operator.avatar({ name: 'Private', private: true });
    await using visited = await scene.open(context, '/module');
    const { page } = visited;
    await page.waitForFunction('window.Builder !== undefined');
    const refusal = await page.evaluate(`
      Builder().setAvatarId('${avatarId}').build().connect()
        .then(() => 'let in', (error) => ({ typed: error instanceof ParleyError, code: error.code, status: error.httpStatus }))`);
    expect(refusal).toEqual({ typed: true, code: 'token_required', status: 401 });
  });
});
