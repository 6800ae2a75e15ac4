const fadeMs = 450;

export type LastFrame = {
  readonly canvas: HTMLCanvasElement;
  fade(): void;
};

/**
 * Keeps the last frame of a face visible until `fade` is called, so that the area is never empty. When the signal is
 * aborted, the frame is removed at once. Call it in the task that drew the frame.
 */
export function holdLastFrame(
  from: HTMLCanvasElement,
  container: HTMLElement,
  signal: AbortSignal,
): LastFrame {
  const canvas = document.createElement('canvas');
  canvas.width = from.width;
  canvas.height = from.height;
  canvas.getContext('2d')?.drawImage(from, 0, 0);
  if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
  canvas.dataset.part = 'last-frame';
  container.append(canvas);
  signal.addEventListener('abort', () => canvas.remove());
  return {
    canvas,
    fade: () => {
      const keyframes = [{ opacity: 1 }, { opacity: 0 }];
      const fade = canvas.animate(keyframes, { duration: fadeMs, easing: 'ease-in-out' });
      void fade.finished.catch(() => undefined).then(() => canvas.remove());
    },
  };
}
