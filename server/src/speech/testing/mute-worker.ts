import { parentPort } from 'node:worker_threads';

/** A thread that starts and never says that it is ready. */
parentPort?.on('message', () => undefined);
