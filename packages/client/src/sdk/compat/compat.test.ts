import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompat } from './index.ts';
import { avatarOf, builder, call, closeOldPage, OldName, openOldPage } from './testing/old-page.ts';

describe('an avatar under its old names', () => {
  const warnings: string[] = [];
  beforeEach(() => openOldPage(warnings));
  afterEach(closeOldPage);

  it('has the constants as numbers', () => {
    expect(OldName.AvatarStatus).toMatchObject({ IDLE: 0, TALKING: 1, LOADING: 6 });
    expect(OldName.TGStatus).toEqual({ DISCONNECTED: 0, CONNECTING: 1, CONNECTED: 2, TERMINATED: 3 });
    expect(OldName.ConnectionStatus).toBe(OldName.TGStatus);
    expect(OldName.CallEndReason).toEqual({ HANGED_UP: 0, DISCONNECTED: 1, FAILED: 2, UNAUTHORISED: 3 });
    expect(OldName.DigitalHumanType.CUSTOM).toBe(0);
    expect(OldName.ParleyError).toBeDefined();
  });

  it.each(['getConnectionStatus', 'getTGStatus'])('%s answers with a number', (method) => {
    const avatar = avatarOf();
    expect(call(avatar, method)).toBe(OldName.TGStatus.DISCONNECTED);
    vi.spyOn(avatar.parley, 'getConnectionStatus').mockReturnValue('connected');
    expect(call(avatar, method)).toBe(OldName.TGStatus.CONNECTED);
  });

  it('answers at once whether the microphone is allowed', () => {
    const avatar = avatarOf();
    const { parley } = avatar;
    expect(avatar.isPermissionGranted('mic')).toBe(false);
    for (const state of ['granted', 'denied'] as const) {
      parley.emit('media:mic-permission-state-changed', { avatar_id: '7', timestamp: 1, state });
      expect(avatar.isPermissionGranted('mic')).toBe(state === 'granted');
      const status = avatar.getPermissionStatus('mic');
      expect(status).toMatchObject({ state, permissionGranted: state === 'granted' });
      expect(String(status)).toBe(state);
    }
  });

  it('knows what the browser has allowed, before and after a change', async () => {
    const status = Object.assign(new EventTarget(), { state: 'granted' });
    vi.stubGlobal('navigator', { language: 'en', permissions: { query: async () => status } });
    const avatar = avatarOf(builder(makeCompat()));
    await expect.poll(() => avatar.isPermissionGranted('mic')).toBe(true);
    status.state = 'denied';
    status.dispatchEvent(new Event('change'));
    expect(avatar.isPermissionGranted('mic')).toBe(false);
  });

  it('sends, and says who is talking, by the old methods', () => {
    const avatar = avatarOf();
    const { parley } = avatar;
    const send = vi.spyOn(parley, 'sendMessage').mockReturnValue(true);
    const say = vi.spyOn(parley, 'sendMessageToAvatar').mockReturnValue(true);
    const setVisitor = vi.spyOn(parley, 'setVisitor');
    expect(avatar.sendMessageToVPS('Hello')).toBe(true);
    avatar.sendAvatarMessage('Say this');
    avatar.setUserId('u-7');
    avatar.setUserName('Grace');
    expect(send).toHaveBeenCalledWith('Hello');
    expect(say).toHaveBeenCalledWith('Say this');
    expect(setVisitor.mock.calls).toEqual([[{ userId: 'u-7' }], [{ userName: 'Grace' }]]);
    expect(warnings).toEqual([]);
  });

  it('takes a microphone as a device or as its id', () => {
    const { parley, setLocalMicrophoneDevice } = avatarOf();
    const chosen: string[] = [];
    Object.assign(parley, { setLocalMicrophoneDevice: async (id: string) => chosen.push(id) });
    setLocalMicrophoneDevice({ deviceId: 'headset', kind: 'audioinput' });
    setLocalMicrophoneDevice('built-in');
    expect(chosen).toEqual(['headset', 'built-in']);
  });

  it.each([
    [0, 'HANGED_UP'],
    ['Page closed', 'Page closed'],
    [null, undefined],
  ])('hangs up with the reason %j', (reason, text) => {
    const avatar = avatarOf();
    const hangUp = vi.spyOn(avatar.parley, 'disconnectGateway');
    avatar.disconnectGateway(reason);
    expect(hangUp).toHaveBeenCalledWith(text);
  });

  it('reports a call that cannot start, and leaves no rejection unhandled', async () => {
    const avatar = avatarOf();
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failed: unknown[] = [];
    await expect(avatar.authenticate()).rejects.toMatchObject({ code: 'unreachable' });
    expect(errors).toHaveBeenCalledOnce();
    avatar.on('auth-fail', (details: unknown) => failed.push(details));
    await expect(avatar.authenticate()).rejects.toMatchObject({ code: 'unreachable' });
    expect(failed).toEqual([{ errorTitle: 'unreachable', message: expect.any(String) }]);
    expect(errors).toHaveBeenCalledOnce();
  });

  it('accepts null where old pages give it, and keeps the chain', () => {
    const chained = builder()
      .setLanguagePreference('de-DE')
      .setUserName('Guest')
      .registerVideoElements(null)
      .setAvatarParams(null)
      .setEnvParams(null)
      .setToken(null)
      .setDHType(2)
      .enableAvatar(true);
    expect(avatarOf(chained).isConnected()).toBe(false);
  });

  it('answers the questions about the kind of avatar', () => {
    const avatar = avatarOf();
    const ask = (name: string): unknown => call(avatar, name);
    expect(['isRealtime', 'is3DAvatar', 'isOauth', 'isDHWebglBased'].map(ask)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('accepts names without a counterpart, and says once what to use instead', () => {
    const avatar = avatarOf();
    const names = ['setSTTAddress', 'setupVADForMediaStream', 'setWaitForUnmute', 'setNeedMicAccess', 'rtc'];
    for (const name of [...names, ...names]) expect(call(avatar, name, null)).toBeUndefined();
    expect(warnings).toHaveLength(names.length);
    expect(warnings[0]).toBe(
      "Parley: setSTTAddress has no effect here. Choose the recogniser in the avatar's settings, under hearing.",
    );
    for (const name of ['setSomethingElse', 'isSomething']) expect(call(avatar, name)).toBeUndefined();
    expect(warnings.at(-1)).toContain('Moving from a hosted avatar service');
  });

  it('does not look like a promise, and shows the fields of the SDK object', () => {
    const avatar = avatarOf();
    expect(Reflect.get(avatar, 'then')).toBeUndefined();
    expect(Reflect.get(avatar, 'sessionId')).toBeNull();
    expect(avatar.parley.isConnected()).toBe(false);
  });
});
