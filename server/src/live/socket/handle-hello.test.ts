import { once } from 'node:events';
import { closeCodes } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { liveScene, until, Wire } from '../testing/index.ts';

const { app, avatarId } = await liveScene();

describe('the hello', () => {
  const complaint = (wire: Wire, code: string) => wire.next('error', (frame) => frame.code === code);

  it('[LV5] a ticket is answered with a welcome, the next secret and the status', async () => {
    const { sessionId, ticket, resume } = await app.join(avatarId);
    const wire = await app.enter({ sessionId, ticket });
    expect(wire.welcome).toEqual({
      type: 'welcome',
      version: 1,
      sessionId,
      resume: expect.stringMatching(/^[\w-]{43}$/),
      resumed: false,
      status: 'UNLOADED',
      maxSessionDuration: -1,
      taken: 0,
      hearing: expect.stringMatching(/^ses_\w+\.[\w-]{43}$/),
      transcript: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(wire.welcome.resume).not.toBe(resume);
    expect(wire.frames[0]).toBe(wire.welcome);
  });

  it('[LV5] a ticket works once', async () => {
    const { sessionId, ticket } = await app.join(avatarId);
    await app.enter({ sessionId, ticket });
    const second = await Wire.dial(app.url);
    second.hello({ sessionId, ticket });
    await complaint(second, 'bad_ticket');
    expect((await second.closing()).code).toBe(closeCodes.refused);
  });

  it('[LV5] of two sockets with one ticket at the same instant one is welcomed', async () => {
    const pass = await app.join(avatarId);
    const wires = await Promise.all([Wire.dial(app.url), Wire.dial(app.url)]);
    for (const wire of wires) wire.hello({ sessionId: pass.sessionId, ticket: pass.ticket });
    await until('one is closed', () => wires.some(({ closed }) => closed !== null));
    await until('one is welcomed', () => wires.some((wire) => wire.count('welcome') === 1));
    expect(wires.filter((wire) => wire.count('welcome') === 1)).toHaveLength(1);
  });

  it('[LV5] unused for 30 s it ends the session', async () => {
    const { sessionId, ticket } = await app.join(avatarId);
    await app.pass(29_999);
    expect(await app.states(sessionId)).toEqual(['connecting']);
    await app.pass(1);
    const { login, logout, endReason } = await app.untilSettled(sessionId);
    expect({ login, logout, endReason }).toEqual({ login: 'none', logout: 'none', endReason: 'timeout' });
    expect(await app.connectionEvents(sessionId)).toEqual([
      { state: 'connecting' },
      { state: 'disconnected', reason: 'timeout', willReconnect: false, duration: 0 },
    ]);
    expect(await app.events(sessionId)).toHaveLength(2);
    expect(app.endpoint.actions(sessionId)).toEqual([]);
    const late = await Wire.dial(app.url);
    late.hello({ sessionId, ticket });
    await complaint(late, 'session_ended');
    expect((await late.closing()).code).toBe(closeCodes.ended);
  });

  it.each([
    ['another ticket', { ticket: 'x'.repeat(43) }],
    ['the resume secret before any welcome', { resumeOnly: true }],
    ['neither', {}],
    ['an empty one', { ticket: '' }],
  ])('refuses %s, and the right ticket works afterwards', async (_what, wrong) => {
    const { sessionId, ticket, resume } = await app.join(avatarId);
    const wire = await Wire.dial(app.url);
    const credentials = 'resumeOnly' in wrong ? { resume } : wrong;
    wire.hello({ sessionId, ...credentials });
    await complaint(wire, 'bad_ticket');
    expect((await wire.closing()).code).toBe(closeCodes.refused);
    expect((await app.enter({ sessionId, ticket })).welcome.resumed).toBe(false);
  });

  it.each([
    '{"type":"ping"}',
    'hello',
    '{}',
    '[]',
    'null',
    '{"type":"hello"}',
    '{"type":"hello","versions":[],"sessionId":"ses_a"}',
    '{"type":"hello","versions":["1"],"sessionId":"ses_a"}',
    '{"type":"__proto__"}',
  ])('wants a proper hello first, not %s', async (text) => {
    const wire = await Wire.dial(app.url);
    wire.send(text);
    await complaint(wire, 'bad_hello');
    expect((await wire.closing()).code).toBe(closeCodes.refused);
  });

  it('an unknown session is reported as ended', async () => {
    const wire = await Wire.dial(app.url);
    wire.hello({ sessionId: 'ses_nobody', ticket: 'x' });
    await complaint(wire, 'session_ended');
    expect((await wire.closing()).code).toBe(closeCodes.ended);
  });

  it('speaks the newest version that both know, and none that only one does', async () => {
    const pass = await app.join(avatarId);
    const future = await Wire.dial(app.url);
    future.hello(pass, [2, 3]);
    await complaint(future, 'unsupported_version');
    expect((await future.closing()).code).toBe(closeCodes.unsupported);
    const both = await Wire.dial(app.url);
    both.hello(pass, [7, 1]);
    expect((await both.next('welcome')).version).toBe(1);
  });

  it('fields of a newer client are ignored', async () => {
    const { sessionId, ticket } = await app.join(avatarId);
    const wire = await Wire.dial(app.url);
    wire.send({ type: 'hello', versions: [1], sessionId, ticket, colour: 'green', nested: { a: [1] } });
    await wire.next('welcome');
  });

  it('a second hello gets an error, and the session goes on', async () => {
    const pass = await app.join(avatarId);
    const wire = await app.enter(pass);
    wire.hello(pass);
    await complaint(wire, 'bad_frame');
    await wire.quiet();
    expect(wire.closed).toBeNull();
  });

  it('frames sent together with the hello are taken after the welcome, in order', async () => {
    const { sessionId, ticket } = await app.join(avatarId);
    const wire = await Wire.dial(app.url);
    wire.socket.pause();
    wire.hello({ sessionId, ticket });
    wire.ready();
    wire.say('first');
    wire.hello({ sessionId, ticket });
    wire.say('<order/>');
    wire.socket.resume();
    expect(await wire.listen()).toEqual(['You said first.']);
    expect(wire.frames[0]?.type).toBe('welcome');
    await until('both questions arrive', () => app.endpoint.chats(sessionId).length === 2);
    expect(app.endpoint.chats(sessionId)).toEqual(['first', '<order/>']);
  });

  it('a socket that floods before its welcome is closed', async () => {
    const { sessionId, ticket } = await app.join(avatarId);
    const wire = new Wire(app.url);
    await once(wire.socket, 'open');
    // One write, so that all frames arrive before the join can finish.
    const raw = (wire.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket;
    raw.cork();
    wire.hello({ sessionId, ticket });
    for (let index = 0; index < 30; index++) wire.send({ type: 'ping' });
    raw.uncork();
    expect((await wire.closing()).code).toBe(closeCodes.refused);
    await app.untilState(sessionId, 'dropped');
  });

  it('[LV13] the newest socket wins; the previous one is closed as replaced, and its frames are ignored', async () => {
    const { sessionId, wire } = await app.talk(avatarId);
    await wire.quiet();
    const resume = wire.welcome.resume;
    // The old socket neither notices nor closes.
    wire.socket.pause();
    const newer = await app.enter({ sessionId, resume });
    wire.send({ type: 'bye' });
    wire.say('I am still here');
    await newer.quiet();
    wire.socket.resume();
    expect(await wire.closing()).toEqual({
      code: closeCodes.replaced,
      reason: 'a newer connection took over',
    });
    newer.say('me');
    expect(await newer.listen()).toEqual(['You said me.']);
    expect(app.endpoint.chats(sessionId)).toEqual(['me']);
    expect(await app.states(sessionId)).toEqual([
      'connecting',
      'connecting',
      'connected',
      'disconnected',
      'connecting',
      'connected',
    ]);
  });
});
