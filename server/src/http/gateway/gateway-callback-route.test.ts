import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveApp, type ScriptedEndpoint, startEndpoint, until } from '../../live/testing/index.ts';

describe('POST /gateway/callback', () => {
  let app: LiveApp;
  let held: ScriptedEndpoint;
  let avatarId: number;
  let heldId: number;
  beforeAll(async () => {
    app = await LiveApp.start();
    held = await startEndpoint({ CHAT: () => {} });
    avatarId = await app.avatar();
    heldId = await app.avatar({ endpointUrl: held.url });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await held[Symbol.asyncDispose]();
  });

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    app.test.send({ method: 'POST', url: '/gateway/callback', headers, body });
  const talk = async (id = avatarId, endpoint = app.endpoint) => {
    const talking = await app.talk(id);
    await endpoint.next('LOGIN', talking.sessionId);
    const { authToken } = endpoint.login(talking.sessionId);
    const { sessionId } = talking;
    const bearer = { authorization: `Bearer ${authToken}` };
    return {
      ...talking,
      bearer,
      speak: (message: string, more: object = {}) => post({ sessionId, message, ...more }, bearer),
    };
  };
  const error = (status: number, sessionId: string) => ({
    status,
    body: { sessionId, status: 'ERROR', statusMessage: expect.stringMatching(/\S/) },
  });

  it('speaks its text, and answers with the contract’s three fields', async () => {
    const { sessionId, wire, speak } = await talk();
    const answer = await speak('Your parcel has arrived. Please come down.');
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ sessionId, status: 'OK', statusMessage: expect.any(String) });
    expect(await wire.listen()).toEqual(['Your parcel has arrived.', 'Please come down.']);
    const { turns, transcript } = await app.record(sessionId);
    expect(turns).toMatchObject([{ kind: 'callback', outcome: 'said' }]);
    expect(transcript).toMatchObject([
      { speaker: 'avatar', message: 'Your parcel has arrived. Please come down.' },
    ]);
  });

  describe('order', () => {
    it('[LV34] [LV35] callbacks and replies are said one after another, each whole', async () => {
      const { sessionId, wire, speak } = await talk(heldId, held);
      wire.say('a question');
      const chat = await held.next('CHAT', sessionId);
      await speak('Callback one. Still one.');
      const first = await wire.next('sentence');
      await speak('Callback two.');
      chat.ok({ reply: 'The reply. Its end.' });
      await until('the answer is there', async () => (await app.record(sessionId)).turns.length === 3);
      await wire.quiet();
      expect(new Set(wire.frames.flatMap((f) => (f.type === 'sentence' ? [f.utterance] : [])))).toEqual(
        new Set([first.utterance]),
      );
      expect(await wire.listen()).toEqual(['Callback one.', 'Still one.']);
      expect(await wire.listen()).toEqual(['Callback two.']);
      expect(await wire.listen()).toEqual(['The reply.', 'Its end.']);
    });

    it('works when it arrives before the reply of the CHAT that caused it', async () => {
      await using eager = await startEndpoint({
        CHAT: async (request) => {
          const { authToken } = eager.login(request.body.sessionId);
          const body = { sessionId: request.body.sessionId, message: 'Working on it.' };
          await post(body, { authorization: `Bearer ${authToken}` });
          request.ok({ reply: 'Here it is.' });
        },
      });
      const { wire } = await talk(await app.avatar({ endpointUrl: eager.url }), eager);
      wire.say('do it');
      expect(await wire.listen()).toEqual(['Working on it.']);
      expect(await wire.listen()).toEqual(['Here it is.']);
    });

    it('[LV35] interrupts only if it asks to, and is then said next', async () => {
      const { wire, speak, sessionId } = await talk();
      await speak('A long story. With an end.');
      const { utterance } = await wire.next('utterance-end');
      await speak('Waits.');
      await speak('Fire!', { interrupt: true });
      expect((await wire.next('stop')).utterance).toBe(utterance);
      expect(await wire.listen()).toEqual(['Fire!']);
      expect(await wire.listen()).toEqual(['Waits.']);
      await until('what was heard is written', async () => {
        const [turn] = (await app.record(sessionId)).turns;
        return turn?.kind === 'callback' && turn.heard === '';
      });
    });

    it('[LV35] an interrupting callback cancels the reply that is being said, and its request', async () => {
      const { wire, speak, sessionId } = await talk(heldId, held);
      wire.say('tell me');
      const chat = await held.next('CHAT', sessionId);
      chat.response.writeHead(200, { 'content-type': 'text/event-stream' });
      chat.response.write('data: {"reply":"Once upon a time. There was"}\n\n');
      const { utterance } = await wire.next('sentence');
      await speak('Stop.', { interrupt: true });
      expect((await wire.next('stop')).utterance).toBe(utterance);
      expect(await wire.listen()).toEqual(['Stop.']);
      await until('the request is called off', () => chat.response.destroyed);
      await until('idle', async () => (await app.query(sessionId)).state.avatarStatus === 'IDLE');
    });

    it('[LV36] [LV41] waits while the link is dropped, 20 at most, and is said in order after the resume', async () => {
      const { wire, speak, sessionId } = await talk();
      await speak('Heard. Not heard.');
      const { utterance } = await wire.next('utterance-end');
      wire.send({ type: 'playback', utterance, sentences: 1, done: false });
      await wire.quiet();
      wire.cut();
      await app.untilState(sessionId, 'dropped');
      // One message is waiting already: the one that was not heard.
      for (let index = 1; index < 20; index++) {
        expect(await speak(`Number ${index}.`)).toMatchObject({ status: 200 });
      }
      app.test.clock.advance(1_000);
      expect(await speak('One too many.')).toMatchObject(error(429, sessionId));
      const back = await app.enter({ sessionId, resume: wire.welcome.resume });
      expect(await back.listen()).toEqual(['Not heard.']);
      for (let index = 1; index < 20; index++) expect(await back.listen()).toEqual([`Number ${index}.`]);
      const { transcript } = await app.record(sessionId);
      expect(transcript.slice(0, 3).map(({ message }) => message)).toEqual([
        'Heard.',
        'Not heard.',
        'Number 1.',
      ]);
    });

    it('is refused or never heard while the session ends, and nothing breaks', async () => {
      const { speak, sessionId, wire } = await talk();
      const [ended, ...answers] = await Promise.all([
        app.disconnect(sessionId),
        ...Array.from({ length: 10 }, (_, index) => speak(`Message ${index}.`)),
      ]);
      expect(ended).toMatchObject({ status: 200 });
      for (const { status } of answers) expect([200, 404]).toContain(status);
      await wire.closing();
      expect(wire.frames.at(-1)?.type).toBe('end');
      await app.untilSettled(sessionId);
    });
  });

  describe('custom payloads', () => {
    it('[LV40] a registered tag becomes a frame at its place, in replies and callbacks', async () => {
      const { wire, speak, sessionId } = await talk(heldId, held);
      wire.say('<svc-register-tag ssml-tag="svc-custom-rest-json" event="orderChanged"/>');
      wire.say('<svc-register-tag ssml-tag="Cart" event="cart"/>');
      await speak(
        'Before. <svc-custom-rest-json json=\'{"id": 7, "name": "O\\\'Neil"}\'/>After. <unknown json="1"/>',
      );
      const tag = await wire.next('tag');
      expect(tag).toEqual({
        type: 'tag',
        name: 'svc-custom-rest-json',
        event: 'orderChanged',
        attributes: { json: expect.stringContaining('"id": 7') },
      });
      const order = wire.frames.filter(({ type }) => type === 'sentence' || type === 'tag');
      await wire.listen();
      expect(order.map((frame) => (frame.type === 'sentence' ? frame.text : frame.type))).toEqual([
        'Before.',
        'tag',
        'After.',
      ]);
      await speak('<cart json="{&quot;total&quot;: 12}"/>');
      expect(await wire.next('tag')).toMatchObject({
        name: 'cart',
        event: 'cart',
        attributes: { json: '{"total": 12}' },
      });
      wire.say('and in a reply?');
      (await held.next('CHAT', sessionId)).ok({ reply: '<cart json="[]"/>Here.' });
      expect(await wire.next('tag')).toMatchObject({ name: 'cart', attributes: { json: '[]' } });
      expect(await wire.listen()).toEqual(['Here.']);
      expect(wire.count('tag')).toBe(3);
    });

    it('[LV40] an unregistered tag is dropped from speech; one for the avatar passes', async () => {
      const { wire, speak } = await talk();
      await speak('Look <mystery json="1"/>here. <svc-gesture name="nod"/>');
      expect(await wire.next('tag')).toMatchObject({ name: 'svc-gesture', attributes: { name: 'nod' } });
      expect(await wire.listen()).toEqual(['Look here.']);
      expect(wire.count('tag')).toBe(1);
      await speak('<svc-register-tag ssml-tag="evil" event="x"/>Sure.');
      expect(await wire.listen()).toEqual(['Sure.']);
      expect(wire.count('tag')).toBe(1);
    });

    it('a client’s own tag reaches the endpoint whole, without the service’s', async () => {
      const { wire, sessionId } = await talk(heldId, held);
      wire.say('<order json=\'{"sku":"a<b"}\'/><svc-emotion name="joy"/>');
      const chat = await held.next('CHAT', sessionId);
      expect(chat.body).toMatchObject({ message: '<order json=\'{"sku":"a<b"}\'/>' });
      chat.ok();
    });

    it('NUL and halves of characters never reach the client', async () => {
      const { wire, bearer, sessionId } = await talk();
      await post(`{"sessionId":"${sessionId}","message":"a\\u0000b\\ud800c."}`, bearer);
      expect(await wire.listen()).toEqual(['abc.']);
    });
  });
});
