type Stop = () => void;

function listen(target: EventTarget | undefined, types: readonly string[], handler: () => void): Stop {
  for (const type of types) target?.addEventListener(type, handler);
  return () => {
    for (const type of types) target?.removeEventListener(type, handler);
  };
}

/** Watches whether the browser is online. */
export const watchNetwork = (handle: (online: boolean) => void): Stop =>
  listen(globalThis.window, ['online', 'offline'], () => handle(navigator.onLine));

/** The page is visible again, for example after sleep, so its state must be checked. */
export const watchReturn = (handle: () => void): Stop => {
  const stops = [
    listen(globalThis.document, ['visibilitychange'], () => {
      if (!document.hidden) handle();
    }),
    // A page that returns from the browser's cache has already announced that it is leaving.
    listen(globalThis.window, ['pageshow'], handle),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/** The page is closing, perhaps for a reload. */
export const watchLeaving = (handle: () => void): Stop => listen(globalThis.window, ['pagehide'], handle);

export const watchDevices = (
  handle: (microphones: readonly MediaDeviceInfo[], speakers: readonly MediaDeviceInfo[]) => void,
): Stop => {
  const { mediaDevices } = navigator;
  return listen(mediaDevices, ['devicechange'], () => {
    void mediaDevices.enumerateDevices().then((all) => {
      const of = (kind: MediaDeviceKind) => all.filter((device) => device.kind === kind);
      handle(of('audioinput'), of('audiooutput'));
    });
  });
};

export async function microphonePermission(): Promise<PermissionStatus | null> {
  const name = 'microphone' as PermissionName;
  return (await navigator.permissions?.query({ name }).catch(() => null)) ?? null;
}

/** Called at every change, including changes in the browser's own settings. */
export function watchPermission(handle: (state: PermissionState) => void): Stop {
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
