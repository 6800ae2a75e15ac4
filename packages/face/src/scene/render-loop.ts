/** Calls `draw` once per screen frame, except while the page is hidden or the face is out of view. */
export function renderLoop(
  shown: Element,
  draw: (nowMs: number) => void,
  onResume: () => void = () => undefined,
) {
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
  const want = (next: boolean): void => {
    wanted = next;
    update();
  };
  return {
    start: (): void => want(true),
    stop: (): void => want(false),
    get isRunning() {
      return request !== undefined;
    },
    dispose: (): void => {
      want(false);
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    },
  };
}
