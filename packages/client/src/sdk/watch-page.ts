import type { Emit } from './calls/call.ts';
import type { CallManager } from './calls/call-manager.ts';
import type { VisitorVoice } from './hearing/visitor-voice.ts';
import { watchDevices, watchLeaving, watchNetwork, watchPermission, watchReturn } from './watchers.ts';

/** Notifies the call and the microphone of changes of the page. Returns functions that stop this. */
export const watchPage = (calls: CallManager, visitor: VisitorVoice, emit: Emit): readonly (() => void)[] => [
  watchNetwork((online) => calls.handleNetwork(online)),
  watchReturn(() => calls.client?.keepAlive()),
  watchDevices((microphones, speakers) => emit('device-changed', { microphones, speakers })),
  watchPermission((state) => visitor.handlePermission(state)),
  watchLeaving(() => calls.handleLeaving()),
];
