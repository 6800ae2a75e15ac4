import { vi } from 'vitest';
import type { Parley } from '../../parley.ts';
import { makeCompat } from '../index.ts';

/** Methods as a plain script of an old page sees them: without types. */
type Plain<Name extends string, Result = unknown> = Readonly<
  Record<Name, (...args: readonly unknown[]) => Result>
>;
export type OldAvatar = { readonly parley: Parley } & Plain<
  | 'on'
  | 'once'
  | 'off'
  | 'emit'
  | 'authenticate'
  | 'disconnectGateway'
  | 'isConnected'
  | 'isPermissionGranted'
  | 'getPermissionStatus'
  | 'sendMessageToVPS'
  | 'sendAvatarMessage'
  | 'setUserId'
  | 'setUserName'
  | 'setLocalMicrophoneDevice'
>;
interface OldBuilder
  extends Plain<
    | 'setAvatarId'
    | 'setLanguagePreference'
    | 'setUserName'
    | 'setToken'
    | 'setDHType'
    | 'enableAvatar'
    | 'registerVideoElements'
    | 'setAvatarParams'
    | 'setEnvParams'
    | 'setAuthCallbacks'
    | 'setWebSocketCallbacks'
    | 'setMediaCallbacks'
    | 'build',
    OldBuilder
  > {}

export const OldName = makeCompat();
export const builder = (compat = OldName) => (compat.Builder() as unknown as OldBuilder).setAvatarId('7');
const built: Parley[] = [];
export function avatarOf(from: OldBuilder = builder()): OldAvatar {
  const avatar = from.setEnvParams({ url: 'http://127.0.0.1:9' }).build() as unknown as OldAvatar;
  built.push(avatar.parley);
  return avatar;
}
/** A call by a name that only this test knows. */
export const call = (avatar: OldAvatar, name: string, ...args: readonly unknown[]): unknown =>
  (Reflect.get(avatar, name) as (...args: readonly unknown[]) => unknown)(...args);

/** What the SDK needs of a page. Keeps the warnings of the console. */
export function openOldPage(warnings: string[]): void {
  warnings.length = 0;
  vi.stubGlobal('document', new EventTarget());
  vi.spyOn(console, 'warn').mockImplementation((text: string) => warnings.push(text));
}

export async function closeOldPage(): Promise<void> {
  for (const parley of built.splice(0)) await parley.dispose();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}
