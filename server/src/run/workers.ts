import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createHub, type Hub } from '../bus/index.ts';
import { contained, type Log, settleWithin, sleep, systemClock } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Running } from './boot.ts';
import { openResources, type Resources } from './resources.ts';
import { stopTimeMs } from './stop-deadline.ts';
import { watchWorker } from './watch-worker.ts';
import {
  type FromWorker,
  isMessage,
  type ReadyWorker,
  type ToWorker,
  WorkerFailed,
} from './worker-messages.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** If a worker lived longer than this, its start was not the cause of its failure. */
const steadyAfterMs = 60_000;
/** In addition to the time that a worker has to stop by itself. */
const stopMarginMs = 3_000;

/** Opens what the workers share, and starts them. */
export async function bootWorkers(
  settings: Settings,
  log: Log,
  onProgress: (text: string) => void,
): Promise<Running> {
  await using started = new AsyncDisposableStack();
  const resources = started.use(await openResources(settings, log, onProgress));
  const workers = started.use(new Workers(resources, log, stopTimeMs(settings) + stopMarginMs));
  const ready = await workers.start(settings.WORKERS);
  await resources.setState('ready', { url: ready.localUrl, voiceFolder: settings.voiceFolder });
  started.defer(() => resources.setState('stopping'));
  const running = started.move();
  return {
    baseUrl: ready.baseUrl,
    first: ready.first,
    signInUrl: ready.signInUrl,
    dataFolder: resources.dataFolder,
    voiceFolder: settings.voiceFolder,
    hasDemo: resources.demoUrl !== null,
    workers: settings.WORKERS,
    replaced: resources.replaced,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Keeps a number of workers running. A worker that dies is restarted, after a growing pause if it dies often. */
class Workers implements AsyncDisposable {
  readonly #resources: Resources;
  readonly #log: Log;
  readonly #hub: Hub;
  readonly #stopLimitMs: number;
  readonly #stop = new AbortController();
  readonly #alive = new Set<Worker>();
  readonly #kept: Promise<void>[] = [];

  constructor(resources: Resources, log: Log, stopWithinMs: number) {
    const { port, databaseUrl, dataFolder, secretKeys, operatorToken, demoUrl } = resources;
    this.#resources = { port, databaseUrl, dataFolder, secretKeys, operatorToken, demoUrl };
    this.#log = log;
    this.#stopLimitMs = stopWithinMs;
    this.#hub = createHub(systemClock);
    cluster.setupPrimary({ exec: program, args: [] });
  }

  /** The first worker prepares the installation, so the others wait for it. */
  async start(count: number): Promise<ReadyWorker> {
    const first = await this.#startOne();
    await Promise.all(Array.from({ length: count - 1 }, () => this.#startOne()));
    return first;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    const message: ToWorker = { kind: 'stop' };
    for (const worker of this.#alive) if (worker.isConnected()) worker.send(message, () => {});
    await settleWithin(Promise.all(this.#kept), this.#stopLimitMs);
    for (const worker of this.#alive) worker.process.kill('SIGKILL');
    await Promise.all(this.#kept);
  }

  /** Rejects if the worker ends before it is ready. */
  async #startOne(): Promise<ReadyWorker> {
    const worker = this.#fork();
    const ended = once(worker, 'exit');
    const ready = await Promise.race([this.#readyOf(worker), ended.then(() => null)]);
    if (ready === null) throw new WorkerFailed('Could not start a worker. The lines above say why.');
    this.#kept.push(this.#keep(worker, ended));
    return ready;
  }

  async #keep(first: Worker, firstEnd: Promise<unknown[]>): Promise<void> {
    let [worker, ended] = [first, firstEnd];
    for (let failures = 0; ; failures += 1) {
      const startedAtMs = systemClock.monotonicMs();
      const [code, signal] = await ended;
      if (this.#stop.signal.aborted) return;
      if (systemClock.monotonicMs() - startedAtMs > steadyAfterMs) failures = 0;
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
      this.#log.error(
        { pid: worker.process.pid, code, signal, pauseMs },
        'a worker ended and is started again',
      );
      await sleep(pauseMs, this.#stop.signal);
      if (this.#stop.signal.aborted) return;
      worker = this.#fork();
      ended = once(worker, 'exit');
    }
  }

  #fork(): Worker {
    const worker = cluster.fork();
    this.#alive.add(worker);
    worker.once('exit', () => this.#alive.delete(worker));
    this.#hub.add({
      send: (message) => {
        if (worker.isConnected()) worker.send(message, () => {});
      },
      onMessage: (listener) => this.#listen(worker, listener),
      onClose: (listener) => void worker.once('disconnect', listener),
    });
    const start: ToWorker = { kind: 'start', resources: this.#resources };
    this.#listen(worker, (message) => {
      if (isMessage<FromWorker>(message, 'ask-resources')) worker.send(start, () => {});
    });
    this.#watch(worker);
    this.#log.info({ pid: worker.process.pid }, 'a worker starts');
    return worker;
  }

  /** A message that cannot be handled must not end the parent, and with it all workers. */
  #listen(worker: Worker, listener: (message: unknown) => void): void {
    const { pid } = worker.process;
    worker.on(
      'message',
      contained(listener, (error) =>
        this.#log.error({ err: error, pid }, 'could not handle a message of a worker'),
      ),
    );
  }

  #watch(worker: Worker): void {
    const question: ToWorker = { kind: 'ask-alive' };
    watchWorker({
      ask: () => {
        if (worker.isConnected()) worker.send(question, () => {});
      },
      onAnswer: (listener) =>
        this.#listen(worker, (message) => {
          if (isMessage<FromWorker>(message, 'alive')) listener();
        }),
      onReady: (listener) => void this.#readyOf(worker).then(listener),
      onExit: (listener) => worker.once('exit', listener),
      kill: () => {
        this.#log.error({ pid: worker.process.pid }, 'a worker hangs and is killed');
        worker.process.kill('SIGKILL');
      },
    });
  }

  #readyOf(worker: Worker): Promise<ReadyWorker> {
    return new Promise((resolve) => {
      this.#listen(worker, (message) => {
        if (isMessage<FromWorker & { kind: 'ready' }>(message, 'ready')) resolve(message.ready);
      });
    });
  }
}
