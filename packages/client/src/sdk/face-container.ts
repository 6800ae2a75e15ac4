/** The place a face is drawn into, and what shows it. */
export type FaceContainer = {
  readonly element: HTMLElement;
  /** To be called when something has been drawn. */
  show(): void;
  clear(): void;
};

/** A `<video>` gets the drawing as a stream; any other element gets it inside. */
export function faceContainerOf(target: HTMLElement): FaceContainer {
  return target instanceof HTMLVideoElement
    ? videoContainer(target)
    : { element: target, show() {}, clear() {} };
}

/** The drawing lies unseen behind the video, in the same place: one that is out of view would not be drawn. */
function videoContainer(video: HTMLVideoElement): FaceContainer {
  const element = document.createElement('div');
  element.setAttribute('aria-hidden', 'true');
  // What limits the face of the video limits this one.
  if (video.dataset.face !== undefined) element.dataset.face = video.dataset.face;
  Object.assign(element.style, { position: 'absolute', zIndex: '-1', opacity: '0', pointerEvents: 'none' });
  const place = () => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = video;
    const box = { left: offsetLeft, top: offsetTop, width: offsetWidth || 640, height: offsetHeight || 480 };
    for (const [side, pixels] of Object.entries(box)) element.style.setProperty(side, `${pixels}px`);
  };
  place();
  video.before(element);
  const watch = new ResizeObserver(place);
  watch.observe(video);
  let stream: MediaStream | null = null;
  return {
    element,
    show() {
      const canvas = element.querySelector('canvas');
      if (canvas === null) {
        // A still face is no stream: it is shown itself, in the place of the video.
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
