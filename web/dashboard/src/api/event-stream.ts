const firstRetryMs = 1_000;
const longestRetryMs = 15_000;

type Listeners = {
  readonly on: Readonly<Record<string, (data: string) => void>>;
  /** Called when the connection is lost. It is opened again until the stream is closed. */
  readonly onLost: () => void;
};

/**
 * Server-sent events. `urlNow` is asked for each connection, so that a stream goes on where it was cut. The browser's own
 * reconnecting would use the first address, and stops after a refusal.
 */
export function openEventStream(urlNow: () => string, { on, onLost }: Listeners): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = firstRetryMs;
  const open = () => {
    const opened = new EventSource(urlNow());
    source = opened;
    for (const [name, listener] of Object.entries(on))
      opened.addEventListener(name, (event) => {
        retryMs = firstRetryMs;
        listener((event as MessageEvent<string>).data);
      });
    opened.onerror = () => lose(opened);
  };
  const lose = (lost: EventSource | null) => {
    lost?.close();
    if (lost === null || source !== lost) return;
    source = null;
    timer = setTimeout(open, retryMs);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
    onLost();
  };
  // A connection without a network can stay open for minutes, as if nothing happened.
  const handleOffline = () => lose(source);
  const handleOnline = () => {
    if (source !== null) return;
    clearTimeout(timer);
    open();
  };
  window.addEventListener('offline', handleOffline);
  window.addEventListener('online', handleOnline);
  open();
  return () => {
    window.removeEventListener('offline', handleOffline);
    window.removeEventListener('online', handleOnline);
    clearTimeout(timer);
    source?.close();
    source = null;
  };
}
