import type { LiveClient } from '@parley/client';
import type { Printer } from './printer.ts';

const patienceMs = 2_500;

/** Says so when the avatar takes long to think, for example while the endpoint takes long to answer LOGIN. */
export function noteSlowness(client: LiveClient, printer: Printer): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const stop = client.on('status', ({ status }) => {
    clearTimeout(timer);
    if (status === 'THINKING') timer = setTimeout(() => printer.service('waiting'), patienceMs);
  });
  return {
    [Symbol.dispose]() {
      stop();
      clearTimeout(timer);
    },
  };
}
