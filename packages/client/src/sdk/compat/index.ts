import * as sdk from '../index.ts';
import * as constants from './constants.ts';
import { MicrophonePermission } from './microphone-permission.ts';
import { oldBuilder } from './old-builder.ts';

/** The SDK with the names, constants and synchronous answers that pages of hosted avatar services use. */
export function makeCompat() {
  const permission = new MicrophonePermission();
  void permission.read();
  return { ...sdk, ...constants, Builder: () => oldBuilder(permission) };
}
