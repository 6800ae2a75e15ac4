export type Snapshot = {
  readonly latest: HTMLCanvasElement | undefined;
  stop(): void;
};

/** Long enough for a model to have come to rest. */
const settleMs = 1500;

/** Remembers how a customer's own model looked: should it have to go, nothing else can draw it. */
export function takeSnapshot(from: HTMLCanvasElement): Snapshot {
  let latest: HTMLCanvasElement | undefined;
  let request: number | undefined;
  const take = (): void => {
    const copy = document.createElement('canvas');
    copy.width = from.width;
    copy.height = from.height;
    copy.getContext('2d')?.drawImage(from, 0, 0);
    latest = copy;
  };
  // Requested after the loop's own request, it runs after the frame was drawn and before it is handed on.
  const timer = setTimeout(() => {
    request = requestAnimationFrame(take);
  }, settleMs);
  return {
    get latest() {
      return latest;
    },
    stop: () => {
      clearTimeout(timer);
      if (request !== undefined) cancelAnimationFrame(request);
    },
  };
}
