/** Calls `draw` once per screen frame, except while the page is hidden or the face is out of view. */
export interface RenderLoop {
  start(): void;
  stop(): void;
  readonly isRunning: boolean;
  dispose(): void;
}

export function renderLoop(
  shown: Element,
  draw: (nowMs: number) => void,
  onResume: () => void = () => undefined,
): RenderLoop {
  let wanted = false;
  let inView = true;
  let request: number | undefined;
  const mayRun = (): boolean => wanted && inView && !document.hidden;
  const tick = (nowMs: number): void => {
    request = requestAnimationFrame(tick);
    draw(nowMs);
  };
  const update = (): void => {
    if (mayRun() && request === undefined) {
      onResume();
      request = requestAnimationFrame(tick);
    }
    if (!mayRun() && request !== undefined) {
      cancelAnimationFrame(request);
      request = undefined;
    }
  };
  const observer = new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? true;
    update();
  });
  observer.observe(shown);
  document.addEventListener('visibilitychange', update);
  return {
    start: () => {
      wanted = true;
      update();
    },
    stop: () => {
      wanted = false;
      update();
    },
    get isRunning() {
      return request !== undefined;
    },
    dispose: () => {
      wanted = false;
      update();
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    },
  };
}
