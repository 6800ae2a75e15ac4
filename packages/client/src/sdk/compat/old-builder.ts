import { ParleyBuilder } from '../builder.ts';
import type { AvatarParams, EnvParams } from '../settings.ts';
import type { MicrophonePermission } from './microphone-permission.ts';
import { oldAvatar } from './old-avatar.ts';
import type { OldListener } from './translate-events.ts';
import { withNames } from './with-names.ts';

/** Which event calls which callback. */
const callbackEvents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  setAuthCallbacks: { onReady: 'auth-success', onFail: 'auth-fail' },
  setWebSocketCallbacks: {
    onOpen: 'websocket-connect',
    onConnectFail: 'auth-fail',
    onMessage: 'websocket-message',
    onWarn: 'warning',
    onError: 'websocket-error',
    onClose: 'websocket-close',
  },
  setMediaCallbacks: {
    onConnecting: 'media-connecting',
    onConnected: 'media-connected',
    onDisconnect: 'media-disconnected',
    micStatus: 'mic-status',
  },
};

type Callbacks = Readonly<Record<string, OldListener | null | undefined>> | null | undefined;

/** The builder under the names that old pages use. */
export function oldBuilder(permission: MicrophonePermission): ParleyBuilder {
  const builder = new ParleyBuilder();
  const listeners: [event: string, listener: OldListener][] = [];
  const setters = Object.entries(callbackEvents).map(([setter, events]) => [
    setter,
    (callbacks: Callbacks) => {
      for (const [name, event] of Object.entries(events)) {
        const callback = callbacks?.[name];
        // Two callbacks may be the same function, and each is called.
        if (callback) listeners.push([event, (details) => callback(details)]);
      }
      return builder;
    },
  ]);
  return withNames(
    builder,
    {
      ...Object.fromEntries(setters),
      setLanguagePreference: (locale: string) => builder.setLocale(locale),
      registerVideoElements: (elements: { remoteVideo: string | HTMLElement } | null | undefined) =>
        elements?.remoteVideo ? builder.registerVideoElements(elements) : builder,
      setAvatarParams: (params: AvatarParams | null | undefined) => builder.setAvatarParams(params ?? {}),
      setEnvParams: (params: EnvParams | null | undefined) => builder.setEnvParams(params ?? {}),
      build: () => {
        const avatar = oldAvatar(builder.build(), permission);
        for (const [event, listener] of listeners) avatar.on(event as 'mic-update', listener);
        return avatar;
      },
    },
    builder,
  );
}
