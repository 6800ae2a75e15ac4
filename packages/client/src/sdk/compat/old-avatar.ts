import type { Parley } from '../parley.ts';
import type { VisitorInput } from '../visitor-settings.ts';
import { CallEndReason, connectionCode } from './constants.ts';
import type { MicrophonePermission } from './microphone-permission.ts';
import { OldListeners } from './old-listeners.ts';
import { withNames } from './with-names.ts';

/** Questions that have the same answer for every avatar here. */
const answers = {
  isRealtime: () => false,
  isOauth: () => false,
  is3DAvatar: () => true,
  isDHWebglBased: () => true,
};

/** The SDK object under the names that old pages use. `parley` is the object itself. */
export function oldAvatar(parley: Parley, permission: MicrophonePermission): Parley {
  permission.follow(parley);
  const { on, once, off, emit } = new OldListeners(parley);
  const status = () => connectionCode(parley.getConnectionStatus());
  /** Old pages do not handle promises. They listen to `auth-fail`. */
  const handled = (attempt: Promise<void>): Promise<void> => {
    attempt.catch((error: unknown) => {
      if (!parley.has('auth-fail')) console.error('Parley: the call could not start.', error);
    });
    return attempt;
  };
  const connect = () => handled(parley.connect());
  return withNames(
    parley,
    {
      parley,
      on,
      once,
      off,
      emit,
      ...answers,
      authenticate: () => handled(parley.authenticate()),
      connect,
      connectGateway: connect,
      disconnectGateway: (reason?: string | number | null) => parley.disconnectGateway(reasonText(reason)),
      getConnectionStatus: status,
      getTGStatus: status,
      isPermissionGranted: () => permission.isGranted,
      getPermissionStatus: () => permission.status,
      setLocalMicrophoneDevice: (device: MediaDeviceInfo | string) =>
        parley.setLocalMicrophoneDevice(typeof device === 'string' ? device : device.deviceId),
      sendMessageToVPS: (text: string) => parley.sendMessage(text),
      sendAvatarMessage: (text: string) => parley.sendMessageToAvatar(text),
      setUserId: (userId: VisitorInput['userId']) => parley.setVisitor({ userId }),
      setUserName: (userName: VisitorInput['userName']) => parley.setVisitor({ userName }),
    },
    undefined,
  );
}

/** Old pages give a text or one of the constants. */
function reasonText(reason: string | number | null | undefined): string | undefined {
  if (typeof reason !== 'number') return reason ?? undefined;
  return Object.entries(CallEndReason).find(([, code]) => code === reason)?.[0] ?? String(reason);
}
