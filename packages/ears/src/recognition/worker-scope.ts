/** The part of the worker's global scope that is used here. */
type WorkerScope<In, Out> = {
  onmessage: ((event: MessageEvent<In>) => void) | null;
  postMessage(message: Out, transfer?: Transferable[]): void;
};

export const workerScope = <In, Out>(): WorkerScope<In, Out> => globalThis as unknown as WorkerScope<In, Out>;
