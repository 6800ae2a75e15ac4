import { onParentGone } from './processes/index.ts';

/** Settles when somebody asks the service to stop; a second signal does not wait for the drain. */
export function stopRequest(): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked && signal === 'SIGINT') process.exit(130);
        asked = true;
        resolve(signal);
      });
    }
    onParentGone(() => resolve('its starter is gone'));
  });
}
