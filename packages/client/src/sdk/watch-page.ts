import type { Emit } from './calls/call.ts';
import type { CallManager } from './calls/call-manager.ts';
import { microphonePermission } from './hearing/microphone.ts';
import type { VisitorVoice } from './hearing/visitor-voice.ts';

type Stop = () => void;

/** Notifies the call and the microphone of changes of the page. Returns functions that stop this. */
export function watchPage(calls: CallManager, visitor: VisitorVoice, emit: Emit): readonly Stop[] {
  const { window, document } = globalThis;
  const { mediaDevices } = navigator;
  return [
    listen(window, ['online', 'offline'], () => calls.handleNetwork(navigator.onLine)),
    // The page is visible again, for example after sleep, so the connection must be checked.
    listen(document, ['visibilitychange'], () => {
      if (document.hidden) visitor.turns.cancelHeld();
      else calls.client?.keepAlive();
    }),
    // A page that returns from the browser's cache has already announced that it is leaving.
    listen(window, ['pageshow'], () => calls.client?.keepAlive()),
    // The page is closing, perhaps for a reload.
    listen(window, ['pagehide'], () => calls.handleLeaving()),
    listen(mediaDevices, ['devicechange'], () => {
      void mediaDevices.enumerateDevices().then((all) => {
        const of = (kind: MediaDeviceKind) => all.filter((device) => device.kind === kind);
        emit('device-changed', { microphones: of('audioinput'), speakers: of('audiooutput') });
      });
    }),
    watchPermission((state) => visitor.handlePermission(state)),
  ];
}

/** Called at every change, including changes in the browser's own settings. */
function watchPermission(handle: (state: PermissionState) => void): Stop {
  let stop: Stop = () => {};
  let stopped = false;
  void microphonePermission().then((status) => {
    if (status !== null && !stopped) stop = listen(status, ['change'], () => handle(status.state));
  });
  return () => {
    stopped = true;
    stop();
  };
}

function listen(target: EventTarget | undefined, types: readonly string[], handler: () => void): Stop {
  for (const type of types) target?.addEventListener(type, handler);
  return () => {
    for (const type of types) target?.removeEventListener(type, handler);
  };
}
