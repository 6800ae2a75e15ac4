import { Builder, type FrameMethods, frameMethods } from '@parley/client/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OldCommands, type OldMessage } from './old-commands.ts';

/** Commands with methods that note their calls. */
function scene(events: readonly string[] = []) {
  const calls: unknown[] = [];
  const posted: OldMessage[] = [];
  const methods = Object.fromEntries(
    frameMethods.map((name) => [
      name,
      async (...args: readonly unknown[]) => {
        calls.push([name, ...args]);
        if (name === 'connect') throw new Error('This avatar is private.');
        return name === 'getConnectionStatus' ? 'connected' : true;
      },
    ]),
  ) as unknown as FrameMethods;
  const commands = new OldCommands({ prefix: 'talk', events }, methods);
  const post = (message: OldMessage) => posted.push(message);
  const handle = (data: unknown) => commands.handle(data, post);
  return { calls, posted, commands, post, handle };
}
const answered = async (posted: readonly OldMessage[]) => {
  await expect.poll(() => posted.length).toBe(1);
  return posted[0];
};

describe('commands of a page that was made for a hosted service', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [{ command: 'talk-chat', message: 'Hello' }, ['sendMessage', 'Hello']],
    [{ command: 'talk-chat-send', message: 'Hello' }, ['sendMessage', 'Hello']],
    [{ eventName: 'talk-chat', eventParams: 'Hello' }, ['sendMessage', 'Hello']],
    [{ command: 'talk-avatar-chat', message: 'Say this' }, ['sendMessageToAvatar', 'Say this']],
    [{ command: 'talk-mic-status', message: true }, ['setMicEnabled', true]],
    [{ command: 'talk-mic-set', message: false }, ['setMicEnabled', false]],
    [{ command: 'talk-set-speaker-status', message: false }, ['setSpeakerEnabled', false]],
    ['end-call', ['disconnect']],
    [{ command: 'end-call' }, ['disconnect']],
  ])('%j', (data, expected) => {
    const { calls, posted, handle } = scene();
    expect(handle(data)).toBe(true);
    expect(calls).toEqual([expected]);
    expect(posted).toEqual([]);
  });

  it.each([
    [null],
    [7],
    ['talk'],
    [{}],
    [{ command: 'talk-dance' }],
    [{ command: 'talk-constructor' }],
    [{ command: 'other-chat', message: 'Hello' }],
    [{ type: 'webpackOk' }],
  ])('%j is none', (data) => {
    const { calls, handle } = scene();
    expect(handle(data)).toBe(false);
    expect(calls).toEqual([]);
  });

  it('a command with a wrong value is explained and not carried out', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { calls, handle } = scene();
    expect(handle({ command: 'talk-mic-status', message: 'on' })).toBe(true);
    expect(calls).toEqual([]);
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('the command "talk-mic-status" needs a boolean.')],
    ]);
  });

  it.each([
    ['sendMessage', ['Hello'], ['sendMessage', 'Hello'], { status: 'success', result: true }],
    ['sendMessageToVPS', ['Hello'], ['sendMessage', 'Hello'], { status: 'success', result: true }],
    ['getTGStatus', undefined, ['getConnectionStatus'], { status: 'success', result: 2 }],
    ['connectGateway', [], ['connect'], { status: 'error', error: 'This avatar is private.' }],
  ])('answers a call of %s', async (method, args, called, outcome) => {
    const { calls, posted, handle } = scene();
    const eventParams = { method, args, callId: 'c-1' };
    expect(handle({ eventName: 'talk-method-call', eventParams })).toBe(true);
    expect(calls).toEqual([called]);
    expect(await answered(posted)).toEqual({
      eventName: 'talk-method-response',
      eventParams: { callId: 'c-1', ...outcome },
    });
  });

  it.each(['dispose', 'on', 'setMediaStream', 'constructor', '__proto__', 'toString', undefined])(
    'refuses the method %s, which is not listed',
    async (method) => {
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      const { calls, posted, handle } = scene();
      expect(handle({ command: 'talk-method-call', method, callId: 1 })).toBe(true);
      const error = `There is no method "${method}".`;
      expect((await answered(posted))?.eventParams).toEqual({ callId: 1, status: 'error', error });
      expect(calls).toEqual([]);
    },
  );

  it('does not answer a call without an id', async () => {
    const { calls, posted, handle } = scene();
    handle({ command: 'talk-method-call', method: 'isConnected' });
    handle({ command: 'talk-method-call', method: 'isMicEnabled', callId: 2 });
    expect(await answered(posted)).toMatchObject({ eventParams: { callId: 2 } });
    expect(calls).toEqual([['isConnected'], ['isMicEnabled']]);
  });

  it('posts the events that the page asked for, with their old details', async () => {
    vi.stubGlobal('document', new EventTarget());
    const parley = Builder().setUrl('http://127.0.0.1:9').setAvatarId('7').build();
    const { commands, posted, post } = scene(['avatar-status-update', 'device-changed']);
    commands.listen(parley, post);
    parley.emit('avatar-status-update', 'TALKING');
    parley.emit('mic-update', true);
    parley.emit('device-changed', { microphones: [], speakers: [] });
    expect(posted).toEqual([{ eventName: 'avatar-status-update', eventParams: { avatarStatus: 1 } }]);
    await parley.dispose();
    vi.unstubAllGlobals();
  });
});
