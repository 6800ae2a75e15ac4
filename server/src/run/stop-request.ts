import { onParentGone } from '../processes/index.ts';

/** In a terminal, npm passes on a Ctrl-C that this process has already received. */
const sameRequestMs = 500;

/** Settles when the service is asked to stop. A second Ctrl-C does not wait for the drain. */
export function stopRequest(): Promise<string> {
  return new Promise((resolve) => {
    let askedAtMs: number | null = null;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        askedAtMs ??= performance.now();
        if (signal === 'SIGINT' && performance.now() - askedAtMs > sameRequestMs) process.exit(130);
        resolve(signal);
      });
    }
    onParentGone(() => resolve('the process that started it is gone'));
  });
}
