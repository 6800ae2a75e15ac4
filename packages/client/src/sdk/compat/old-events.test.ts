import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { avatarOf, builder, closeOldPage, OldName, openOldPage } from './testing/old-page.ts';

const sentence = { type: 'sentence', utterance: 1, index: 0, text: 'Hello!', markup: 'Hello!' } as const;

describe('the events of an old page', () => {
  beforeEach(() => openOldPage([]));
  afterEach(closeOldPage);

  it('raises events with the old details', () => {
    const avatar = avatarOf();
    const { parley } = avatar;
    const told: Record<string, unknown>[] = [];
    const events = [
      'avatar-status-update',
      'load-progress',
      'auth-success',
      'websocket-message',
      'mic-update',
    ];
    for (const name of events) avatar.on(name, (details: unknown) => told.push({ [name]: details }));
    parley.emit('avatar-status-update', 'TALKING');
    parley.emit('avatar-status-update', 'LISTENING');
    const state = { avatar_id: '7', timestamp: 1, previous_state: 'unloaded' };
    parley.emit('avatar:state-changed', { ...state, state: 'loading' });
    parley.emit('avatar:state-changed', { ...state, state: 'talking' });
    parley.emit('load-progress', { percent: 0.5 });
    parley.emit('auth-success', { sessionId: 'ses_a', avatar: { name: 'Ada' } });
    parley.emit('websocket-message', sentence);
    parley.emit('websocket-message', { type: 'stop', utterance: 1 });
    parley.emit('user-transcript', { text: 'What', final: false });
    parley.emit('user-transcript', { text: 'What time?', final: true });
    parley.emit('user-transcript', { text: '', final: true });
    parley.emit('mic-update', true);
    const chat = { messageType: OldName.MessageType.ChatText };
    expect(told).toEqual([
      { 'avatar-status-update': { avatarStatus: 1 } },
      { 'avatar-status-update': { avatarStatus: 0 } },
      { 'avatar-status-update': { avatarStatus: 2 } },
      { 'avatar-status-update': { avatarStatus: 6 } },
      { 'load-progress': { percent: 0.5, progress: 0.5 } },
      { 'auth-success': { name: 'Ada', sessionId: 'ses_a', avatar: { name: 'Ada' } } },
      {
        'websocket-message': {
          ...sentence,
          ...chat,
          messageArray: [{ message: 'Hello!' }],
          sttResponse: false,
        },
      },
      { 'websocket-message': { type: 'stop', utterance: 1 } },
      { 'websocket-message': { ...chat, messageArray: [{ message: 'What time?' }], sttResponse: true } },
      { 'mic-update': true },
    ]);
  });

  it('stops at `off`, even for an event that comes from two of ours', () => {
    const avatar = avatarOf();
    const listener = vi.fn();
    avatar.on('websocket-message', listener);
    avatar.off('websocket-message', listener);
    (avatar.on('speaker-update', listener) as () => void)();
    avatar.parley.emit('websocket-message', sentence);
    avatar.parley.emit('user-transcript', { text: 'Hello', final: true });
    avatar.parley.emit('speaker-update', true);
    expect(listener).not.toHaveBeenCalled();
    avatar.once('speaker-update', listener);
    avatar.parley.emit('speaker-update', true);
    avatar.parley.emit('speaker-update', false);
    expect(listener.mock.calls).toEqual([[true]]);
  });

  it('raises the page’s own events as they are', () => {
    const avatar = avatarOf();
    const listener = vi.fn();
    avatar.on('basket', listener);
    avatar.on('load-progress', listener);
    avatar.emit('basket', { items: 3 });
    avatar.emit('load-progress', { progress: 1 });
    avatar.emit('unheard');
    expect(listener.mock.calls).toEqual([[{ items: 3 }], [{ progress: 1 }]]);
  });

  it('calls the callbacks of the old builder', () => {
    const told: [string, unknown][] = [];
    const callback = (name: string) => (details: unknown) => told.push([name, details]);
    const shared = callback('shared');
    const avatar = avatarOf(
      builder()
        .setAuthCallbacks({ onReady: callback('ready'), onFail: null })
        .setWebSocketCallbacks({ onOpen: shared, onMessage: callback('message'), onConnectFail: null })
        .setMediaCallbacks({
          onConnected: shared,
          onDisconnect: shared,
          micStatus: callback('mic'),
          onBusy: shared,
        })
        .setAuthCallbacks(null),
    );
    const { parley } = avatar;
    parley.emit('auth-success', { sessionId: 'ses_a', avatar: {} });
    parley.emit('websocket-connect', { sessionId: 'ses_a' });
    parley.emit('media-connected', undefined);
    parley.emit('websocket-message', sentence);
    parley.emit('mic-update', true);
    parley.emit('media-disconnected', undefined);
    expect(told).toEqual([
      ['ready', expect.objectContaining({ sessionId: 'ses_a' })],
      ['shared', { sessionId: 'ses_a' }],
      ['mic', { micStatus: false }],
      ['shared', undefined],
      ['message', expect.objectContaining({ messageType: 3 })],
      ['mic', { micStatus: true }],
      ['shared', undefined],
    ]);
  });
});
