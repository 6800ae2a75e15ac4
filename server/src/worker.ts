import type { Base } from './base.ts';
import { type Wire, WorkerLink } from './bus/index.ts';
import type { Log } from './kernel/index.ts';
import { runProcess } from './run-process.ts';
import type { Settings } from './settings/index.ts';
import { type FromWorker, isMessage, type ToWorker } from './worker-messages.ts';

/** Runs one of several workers until somebody stops it. Gives the reason. */
export async function runWorker(
  settings: Settings,
  log: Log,
  stopRequested: Promise<string>,
): Promise<string> {
  const told = Promise.withResolvers<Base>();
  const stopped = Promise.withResolvers<string>();
  process.on('message', (message) => {
    if (isMessage<ToWorker & { kind: 'start' }>(message, 'start')) told.resolve(message.base);
    if (isMessage<ToWorker & { kind: 'stop' }>(message, 'stop')) stopped.resolve('the service stops');
    if (isMessage<ToWorker>(message, 'ask-alive')) tellParent({ kind: 'alive' });
  });
  await using link = new WorkerLink(toParent);
  // Nothing else keeps the process alive before it is told its base.
  process.channel?.ref();
  tellParent({ kind: 'ask-base' });
  const { baseUrl, localUrl, first, signInUrl, ...running } = await runProcess({
    settings,
    base: await told.promise,
    log,
    parentLink: link,
  });
  tellParent({ kind: 'ready', ready: { baseUrl, localUrl, first, signInUrl } });
  const reason = await Promise.race([stopRequested, stopped.promise]);
  const drained = running.drain().catch((error: unknown) => log.warn({ err: error }, 'draining failed'));
  // Without Redis all processes of the service stop now, so there is no other one to which clients could go.
  if (settings.REDIS_URL !== undefined) await drained;
  await running[Symbol.asyncDispose]();
  return reason;
}

const tellParent = (message: FromWorker | Parameters<Wire['send']>[0]): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};

const toParent: Wire = {
  send: tellParent,
  onMessage: (listener) => void process.on('message', listener),
  onClose: (listener) => void process.once('disconnect', listener),
};
