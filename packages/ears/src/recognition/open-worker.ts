/**
 * Browsers start workers only from the page's own origin. On a page of another origin the worker is a blob that imports
 * the program. The policy of that page must then allow `worker-src blob:`.
 */
export function openWorker(url: string): Worker {
  if (new URL(url).origin === location.origin) return new Worker(url, { type: 'module' });
  const line = URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: 'text/javascript' }));
  try {
    return new Worker(line, { type: 'module' });
  } finally {
    setTimeout(() => URL.revokeObjectURL(line), 10_000);
  }
}

/** Resolves with the first message that `accept` accepts. Rejects if the worker cannot be started. */
export function firstMessage<T>(worker: Worker, accept: (message: T) => boolean | Error): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      worker.removeEventListener('message', hear);
      worker.removeEventListener('error', fail);
      end();
    };
    const hear = ({ data }: MessageEvent<T>) => {
      const result = accept(data);
      if (result instanceof Error) settle(() => reject(result));
      else if (result) settle(resolve);
    };
    const fail = () => settle(() => reject(new Error('the worker could not be started')));
    worker.addEventListener('message', hear);
    worker.addEventListener('error', fail);
  });
}
