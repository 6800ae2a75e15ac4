import { Emitter, type Listener } from '../../emitter.ts';
import { LiveError } from '../../live-error.ts';
import {
  type FrameEvents,
  type FrameMethod,
  type FrameMethods,
  type FromFrame,
  frameMethods,
  isFrameEvent,
  type ToFrame,
} from './frame-protocol.ts';

type PendingCall = { resolve(result: unknown): void; reject(error: LiveError): void };

/** Controls the avatar's page in an iframe with the methods of the SDK. Each method returns a promise. */
export class FramedParley {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #events = new Emitter<FrameEvents>();
  /** Listener counts by event. Tags are always needed, because they raise DOM events. */
  readonly #listenerCounts = new Map<keyof FrameEvents, number>([['tag', 1]]);
  readonly #waiting = new Map<number, PendingCall>();
  #unsent: ToFrame[] = [];
  #isReady = false;
  #lastId = 0;

  /** `origin` is the service's origin. It is needed if the frame has no address yet. */
  constructor(frame: HTMLIFrameElement, origin?: string) {
    this.#frame = frame;
    this.#origin = new URL(origin ?? frame.src, location.href).origin;
    addEventListener('message', this.#receive);
    // The message is not secret. `*` avoids a browser warning if the frame has no address yet.
    frame.contentWindow?.postMessage({ source: 'parley-parent', type: 'hello' } satisfies ToFrame, '*');
  }

  /** Calls a method of the page. Waits until the page has loaded. */
  call<M extends FrameMethod>(method: M, ...args: Parameters<FrameMethods[M]>): ReturnType<FrameMethods[M]> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send({ source: 'parley-parent', type: 'call', id, method, args });
    return answer as ReturnType<FrameMethods[M]>;
  }

  on<N extends keyof FrameEvents>(name: N, listener: Listener<FrameEvents[N]>): () => void {
    const stop = this.#events.on(name, listener);
    this.#count(name, 1);
    let stopped = false;
    return () => {
      if (stopped) return;
      stopped = true;
      stop();
      this.#count(name, -1);
    };
  }

  once<N extends keyof FrameEvents>(name: N, listener: Listener<FrameEvents[N]>): () => void {
    const stop = this.on(name, (details) => {
      stop();
      listener(details);
    });
    return stop;
  }

  /** Disconnects from the frame and rejects pending calls. The iframe itself stays. */
  dispose(): void {
    removeEventListener('message', this.#receive);
    for (const { reject } of this.#waiting.values())
      reject(new LiveError('disposed', 'The frame was disposed.'));
    this.#waiting.clear();
    this.#events.clear();
    this.#listenerCounts.clear();
  }

  readonly #receive = (event: MessageEvent<Partial<FromFrame> | null>): void => {
    const { data, origin, source } = event;
    if (source !== this.#frame.contentWindow || origin !== this.#origin || data?.source !== 'parley') return;
    if (data.type === 'ready') this.#begin();
    else if (data.type === 'event') this.#raise(data.event ?? '', data.details);
    else if (data.type === 'answer') this.#settle(data as FromFrame & { type: 'answer' });
  };

  /** Also runs after the frame was reloaded, to register the events again. */
  #begin(): void {
    this.#isReady = true;
    for (const event of this.#listenerCounts.keys())
      this.#post({ source: 'parley-parent', type: 'listen', event });
    for (const message of this.#unsent.splice(0)) this.#post(message);
  }

  #raise(name: string, details: unknown): void {
    if (isFrameEvent(name)) this.#events.emit(name, details as FrameEvents[typeof name]);
    if (name !== 'tag') return;
    const { event, json } = details as FrameEvents['tag'];
    // The event is raised on the iframe and bubbles to the document, so that two frames can be distinguished.
    if (event !== null) this.#frame.dispatchEvent(new CustomEvent(event, { detail: json, bubbles: true }));
  }

  #settle(answer: FromFrame & { type: 'answer' }): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('error' in answer) waiting?.reject(new LiveError(answer.error.code, answer.error.message));
    else waiting?.resolve(answer.result);
  }

  #count(name: keyof FrameEvents, change: 1 | -1): void {
    const before = this.#listenerCounts.get(name) ?? 0;
    if (before + change > 0) this.#listenerCounts.set(name, before + change);
    else this.#listenerCounts.delete(name);
    if (!this.#isReady) return;
    if (before === 0) this.#post({ source: 'parley-parent', type: 'listen', event: name });
    if (before + change === 0) this.#post({ source: 'parley-parent', type: 'unlisten', event: name });
  }

  #send(message: ToFrame): void {
    if (this.#isReady) this.#post(message);
    else this.#unsent.push(message);
  }

  #post(message: ToFrame): void {
    this.#frame.contentWindow?.postMessage(message, this.#origin);
  }
}

export type Framed = FramedParley & FrameMethods;

/** Talks to the avatar's page in this iframe. */
export function frame(iframe: HTMLIFrameElement, origin?: string): Framed {
  const framed = new FramedParley(iframe, origin);
  const methods = frameMethods.map((method) => [
    method,
    (...args: Parameters<FrameMethods[typeof method]>) => framed.call(method, ...args),
  ]);
  return Object.assign(framed, Object.fromEntries(methods) as FrameMethods);
}
