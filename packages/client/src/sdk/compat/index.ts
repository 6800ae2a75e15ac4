import * as sdk from '../index.ts';
import * as constants from './constants.ts';
import { MicrophonePermission } from './microphone-permission.ts';
import { oldBuilder } from './old-builder.ts';

export { connectionCode } from './constants.ts';
export { listenAs } from './translate-events.ts';

/** The SDK with the names, constants and synchronous answers that pages of hosted avatar services use. */
export function makeCompat() {
  const permission = new MicrophonePermission();
  void permission.read();
  const { connectionCode: _, ...statics } = constants;
  return { ...sdk, ...statics, Builder: () => oldBuilder(permission) };
}
