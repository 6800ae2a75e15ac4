const fadeMs = 450;

/** Shows the last frame of a face above its successor and fades it out. Call it in the task that drew the frame. */
export function fadeFrom(canvas: HTMLCanvasElement, container: HTMLElement): void {
  const last = document.createElement('canvas');
  last.width = canvas.width;
  last.height = canvas.height;
  last.getContext('2d')?.drawImage(canvas, 0, 0);
  if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
  Object.assign(last.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
  last.dataset.part = 'fading-face';
  container.append(last);
  const fade = last.animate([{ opacity: 1 }, { opacity: 0 }], { duration: fadeMs, easing: 'ease-in-out' });
  void fade.finished.catch(() => undefined).then(() => last.remove());
}
