import type { Resources } from './resources.ts';
import type { RunningProcess } from './run-process.ts';

export type ReadyWorker = Pick<RunningProcess, 'baseUrl' | 'localUrl' | 'first' | 'signInUrl'>;

/** From the parent process to a worker. The bus hub's messages use the same channel. */
export type ToWorker =
  | { readonly kind: 'start'; readonly resources: Resources }
  | { readonly kind: 'stop' }
  /** Asks whether the worker hangs. */
  | { readonly kind: 'ask-alive' };

/** A worker that is ready to receive messages asks for its resources. */
export type FromWorker =
  | { readonly kind: 'ask-resources' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'ready'; readonly ready: ReadyWorker };

/** A worker ended before it was ready. It has already printed why. */
export class WorkerFailed extends Error {
  override name = 'WorkerFailed';
}

export const isMessage = <T extends { readonly kind: string }>(
  message: unknown,
  kind: T['kind'],
): message is T =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind;
