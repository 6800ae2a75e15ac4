import { type WorkerChannel, WorkerLink } from '../bus/index.ts';
import { contained, type Log } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Resources } from './resources.ts';
import { runProcess } from './run-process.ts';
import { type FromWorker, isMessage, type ToWorker } from './worker-messages.ts';

/** Runs one of several workers until it is stopped. Returns the reason. */
export async function runWorker(
  settings: Settings,
  log: Log,
  stopRequested: Promise<string>,
): Promise<string> {
  const received = Promise.withResolvers<Resources>();
  const stopped = Promise.withResolvers<string>();
  const listen = (listener: (message: unknown) => void) =>
    process.on(
      'message',
      contained(listener, (error) => log.error({ err: error }, 'could not handle a message of the parent')),
    );
  listen((message) => {
    if (isMessage<ToWorker & { kind: 'start' }>(message, 'start')) received.resolve(message.resources);
    if (isMessage<ToWorker & { kind: 'stop' }>(message, 'stop')) stopped.resolve('the service stops');
    if (isMessage<ToWorker>(message, 'ask-alive')) void answerParent();
  });
  let problem = async (): Promise<string | null> => null;
  const answerParent = async (): Promise<void> => {
    const found = await problem();
    if (found === null) sendToParent({ kind: 'alive' });
    else log.error({ problem: found }, 'this worker hangs and waits to be replaced');
  };
  await using link = new WorkerLink({
    send: sendToParent,
    onMessage: (listener) => void listen(listener),
    onClose: (listener) => void process.once('disconnect', listener),
  });
  // Before it receives its resources, nothing else keeps the process alive.
  process.channel?.ref();
  sendToParent({ kind: 'ask-resources' });
  const { baseUrl, localUrl, first, signInUrl, ...running } = await runProcess({
    settings,
    resources: await received.promise,
    log,
    parentLink: link,
  });
  problem = running.problem;
  sendToParent({ kind: 'ready', ready: { baseUrl, localUrl, first, signInUrl } });
  const reason = await Promise.race([stopRequested, stopped.promise]);
  const drained = running.drain().catch((error: unknown) => log.warn({ err: error }, 'draining failed'));
  // Without Redis all processes of the service stop now, so clients have no other process to go to.
  if (settings.REDIS_URL !== undefined) await drained;
  await running[Symbol.asyncDispose]();
  return reason;
}

const sendToParent = (message: FromWorker | Parameters<WorkerChannel['send']>[0]): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};
