import { onParentGone } from './processes/index.ts';

/** npm passes on the Ctrl-C of a terminal, which has reached us already. */
const sameRequestMs = 500;

/** Settles when somebody asks the service to stop; a second Ctrl-C does not wait for the drain. */
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
