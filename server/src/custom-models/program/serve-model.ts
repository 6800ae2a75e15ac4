import { createRequire } from 'node:module';
import { join } from 'node:path';

export type Loading<Model> = { readonly kind: 'load'; readonly runtime: string; readonly model: Model };
type ToModel<Model, Request> =
  | Loading<Model>
  | { readonly kind: 'ask'; readonly request: Request }
  | { readonly kind: 'notify'; readonly note: unknown };

type Outcome =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly message: string };
/** After the last answer the process ends. Without this, a request that waits would be sent to it. */
export type ModelAnswer = Outcome & { readonly isLast: boolean };

type ServedModel<Request> = {
  /** What the other side learns about the model. */
  readonly facts: object;
  answer(request: Request): unknown;
  note?(note: unknown): void;
};

/** A model may take this much more memory than after loading. Then its process ends, and the next request starts it again. */
const maxGrownBytes = 1024 * 1024 * 1024;

/**
 * Serves the requests to one model. This runs in a process and not in a thread, because sherpa-onnx ends its process if
 * a model is broken.
 */
export function serveModel<Model, Request>(load: (loading: Loading<Model>) => ServedModel<Request>): void {
  let served: ServedModel<Request> | null = null;
  let maxBytes = Number.POSITIVE_INFINITY;
  const take = (message: ToModel<Model, Request>): unknown => {
    if (message.kind === 'load') {
      served = load(message);
      maxBytes = process.memoryUsage.rss() + maxGrownBytes;
      return served.facts;
    }
    if (served === null) throw new Error('no model is loaded');
    if (message.kind === 'ask') return served.answer(message.request);
    served.note?.(message.note);
  };
  process.on('message', (message: ToModel<Model, Request>) => {
    const outcome = outcomeOf(() => take(message));
    if (message.kind === 'notify') return;
    const isLast = process.memoryUsage.rss() > maxBytes;
    process.send?.({ ...outcome, isLast } satisfies ModelAnswer, () => {
      if (isLast) process.exit(0);
    });
  });
  process.once('disconnect', () => process.exit(0));
}

function outcomeOf(work: () => unknown): Outcome {
  try {
    return { kind: 'done', result: work() };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', message: text.split('\n')[0] ?? '' };
  }
}

/** The package that the operator installed. */
export const loadSherpa = <Sherpa>(runtime: string): Sherpa =>
  createRequire(join(runtime, 'package.json'))('sherpa-onnx-node') as Sherpa;
