/** The element that a face is drawn into, and how it is shown. */
export type FaceContainer = {
  readonly element: HTMLElement;
  /** Call this after the first frame was drawn. */
  show(): void;
  clear(): void;
};

/** A `<video>` gets the drawing as a stream. Other elements contain the drawing itself. */
export function faceContainerOf(target: HTMLElement): FaceContainer {
  return target instanceof HTMLVideoElement
    ? videoContainer(target)
    : { element: target, show() {}, clear: ensureSize(target) };
}

/**
 * An empty element is often 0 pixels high, and the face in it would be invisible. Returns a function that restores the
 * element's style.
 */
function ensureSize(element: HTMLElement): () => void {
  const { style } = element;
  const { display, width, height } = style;
  const measure = (): void => {
    // The size of a hidden element is not known before it is shown.
    if (!element.checkVisibility()) return;
    watch.disconnect();
    if (getComputedStyle(element).display === 'inline') style.display = 'inline-block';
    if (element.clientHeight === 0) style.height = 'min(480px, 75vw)';
    if (element.clientWidth === 0) style.width = 'min(640px, 100%)';
  };
  const watch = new ResizeObserver(measure);
  watch.observe(element);
  measure();
  return () => {
    watch.disconnect();
    Object.assign(style, { display, width, height });
  };
}

/** The drawing is hidden behind the video, at the same position: a face out of view would not be drawn. */
function videoContainer(video: HTMLVideoElement): FaceContainer {
  const element = document.createElement('div');
  element.setAttribute('aria-hidden', 'true');
  // The limits of the video element apply to the drawing too.
  if (video.dataset.face !== undefined) element.dataset.face = video.dataset.face;
  Object.assign(element.style, { position: 'absolute', zIndex: '-1', opacity: '0', pointerEvents: 'none' });
  const align = () => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = video;
    const box = { left: offsetLeft, top: offsetTop, width: offsetWidth || 640, height: offsetHeight || 480 };
    for (const [side, pixels] of Object.entries(box)) element.style.setProperty(side, `${pixels}px`);
  };
  align();
  video.before(element);
  const watch = new ResizeObserver(align);
  watch.observe(video);
  let stream: MediaStream | null = null;
  return {
    element,
    show() {
      const canvas = element.querySelector<HTMLCanvasElement>(':scope > canvas');
      if (canvas === null) {
        // A face in pictures consists of several canvases, so it is shown itself, in front of the video.
        element.style.opacity = '1';
        element.style.zIndex = '0';
        return;
      }
      stream = canvas.captureStream(30);
      video.muted = true;
      video.playsInline = true;
      video.srcObject = stream;
      void video.play().catch(() => {});
    },
    clear() {
      watch.disconnect();
      for (const track of stream?.getTracks() ?? []) track.stop();
      if (video.srcObject === stream) video.srcObject = null;
      element.remove();
    },
  };
}
