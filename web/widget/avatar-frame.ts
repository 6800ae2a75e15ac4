import { make } from './elements.ts';
import type { WidgetOptions } from './options.ts';

export type AvatarFrame = {
  readonly element: HTMLIFrameElement;
  /** Ends the call. False: the page was still loading, and its frame was removed. */
  hangUp(): boolean;
};

const hangUpMessage = { source: 'parley-parent', type: 'call', id: 0, method: 'disconnect', args: [] };

/** Loads the avatar's page in the panel. */
export function addFrame(panel: HTMLElement, { pageUrl, service, label }: WidgetOptions): AvatarFrame {
  const allow = 'microphone; autoplay; fullscreen';
  // The page in the frame must know the origin around it, whatever the referrer policy of this page is.
  const element = make('iframe', { title: label, allow, referrerPolicy: 'origin', src: pageUrl });
  let isReady = false;
  const receive = ({ source, data }: MessageEvent<{ source?: unknown; type?: unknown } | null>): void => {
    if (source === element.contentWindow && data?.source === 'parley' && data.type === 'ready')
      isReady = true;
  };
  addEventListener('message', receive);
  panel.append(element);
  return {
    element,
    hangUp() {
      if (isReady) element.contentWindow?.postMessage(hangUpMessage, service);
      else {
        removeEventListener('message', receive);
        element.remove();
      }
      return isReady;
    },
  };
}
