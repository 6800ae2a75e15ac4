export type Snapshot = {
  readonly latest: HTMLCanvasElement | undefined;
  stop(): void;
};

/** Long enough for a model to settle. */
const settleMs = 1500;

/** Keeps a picture of a customer's own model. If the model fails later, nothing else can draw it. */
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
  // This request comes after the loop's own, so it runs after the frame is drawn and before it is presented.
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
