import { make } from './elements.ts';
import type { WidgetOptions } from './options.ts';

export type AvatarFrame = {
  readonly element: HTMLIFrameElement;
  /** Ends the call. False: the page was still loading, and its frame was removed. */
  hangUp(): boolean;
};

export type Header = { readonly name: string; readonly status: string; readonly state: string };
type FrameMessage = Partial<Header> & {
  readonly source?: unknown;
  readonly type?: unknown;
  readonly event?: unknown;
};

const call = (method: string, ...args: unknown[]) => ({ type: 'call', id: 0, method, args });

/** Loads the avatar's page in the panel. */
export function addFrame(
  panel: HTMLElement,
  options: WidgetOptions,
  onHeader: (header: Header) => void,
): AvatarFrame {
  const { pageUrl, service, label, tokenUrl } = options;
  const allow = 'microphone; autoplay; fullscreen';
  // The page in the frame must know the origin around it, whatever the referrer policy of this page is.
  const element = make('iframe', { title: label, allow, referrerPolicy: 'origin', src: pageUrl });
  // Until then the picture behind it is visible. A frame without a page may be white.
  element.onload = () => element.toggleAttribute('data-loaded', true);
  let isReady = false;
  const post = (message: object): void =>
    element.contentWindow?.postMessage({ source: 'parley-parent', ...message }, service);
  const receive = ({ source, data }: MessageEvent<FrameMessage | null>): void => {
    if (source !== element.contentWindow || data?.source !== 'parley') return;
    if (data.type === 'ready') {
      isReady = true;
      if (tokenUrl !== undefined) post({ type: 'listen', event: 'token-needed' });
    }
    if (data.type === 'header')
      onHeader({ name: String(data.name), status: String(data.status), state: String(data.state) });
    if (data.event === 'token-needed' && tokenUrl !== undefined)
      void newToken(tokenUrl).then((token) => post(call('setVisitor', { token })));
  };
  addEventListener('message', receive);
  panel.append(element);
  return {
    element,
    hangUp() {
      if (isReady) post(call('disconnect'));
      else {
        removeEventListener('message', receive);
        element.remove();
      }
      return isReady;
    },
  };
}

/** The site answers like the service's `/auth/generate-token`. An empty token says that there is none. */
async function newToken(url: string): Promise<string> {
  try {
    const response = await fetch(url, { method: 'POST', headers: { accept: 'application/json' } });
    const { jwt } = (await response.json()) as { jwt?: unknown };
    return typeof jwt === 'string' ? jwt : '';
  } catch {
    return '';
  }
}
