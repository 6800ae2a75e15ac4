import type { FrameMethods, FromFrame, Parley, ToFrame } from '@parley/client/sdk';
import { frameMethods, isFrameEvent } from '@parley/client/sdk/frame';
import type { Call } from '../call/call.ts';
import type { Elements } from '../elements.ts';
import type { PageParameters } from '../parameters.ts';
import { foreignCommand, warnOnce } from './bridge-hint.ts';
import { framedMethods } from './framed-methods.ts';
import type { OldCommands, OldMessage } from './old-commands.ts';

export type BridgeDeps = {
  readonly parley: Parley;
  readonly methods: FrameMethods;
  /** Origins that may embed this avatar. An empty list allows every origin. */
  readonly embedOrigins: readonly string[];
  /** Events that the URL asks for. */
  readonly registeredEvents: readonly string[];
  /** Null: the embedding page uses only our own messages. */
  readonly oldCommands: OldCommands | null;
  /** The embedding page has started or stopped listening to an event. */
  handleListeners(): void;
};

/** Lets the embedding page control this page. It may call only listed methods, and answers go only to its origin. */
export class Bridge {
  readonly #deps: BridgeDeps;
  readonly #stops = new Map<string, () => void>();
  readonly #parent: string | null;

  constructor(deps: BridgeDeps) {
    this.#deps = deps;
    const parent = window.parent === window ? null : parentOrigin();
    this.#parent = parent !== null && this.#allows(parent) ? parent : null;
    if (this.#parent === null) return;
    addEventListener('message', this.#receive);
    for (const event of deps.registeredEvents) this.#listen(event, this.#parent);
    deps.oldCommands?.listen(deps.parley, this.#poster(this.#parent));
    this.#post({ source: 'parley', type: 'ready', version: 1 }, this.#parent);
  }

  /** What the widget shows in its header. */
  postHeader(header: Omit<FromFrame & { type: 'header' }, 'source' | 'type'>): void {
    if (this.#parent !== null) this.#post({ source: 'parley', type: 'header', ...header }, this.#parent);
  }

  dispose(): void {
    removeEventListener('message', this.#receive);
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }

  readonly #receive = ({ data, origin, source }: MessageEvent<Partial<ToFrame> | null>): void => {
    if (source !== window.parent || !this.#allows(origin)) return;
    if (data?.source !== 'parley-parent') {
      if (this.#deps.oldCommands?.handle(data, this.#poster(origin))) return;
      const command = foreignCommand(data);
      if (command !== null) warnOnce(`the frame does not know the message "${command}".`);
    } else if (data.type === 'hello') this.#post({ source: 'parley', type: 'ready', version: 1 }, origin);
    else if (data.type === 'call') void this.#call(data as ToFrame & { type: 'call' }, origin);
    else if (data.type === 'listen') this.#listen(String(data.event), origin);
    else if (data.type === 'unlisten') this.#unlisten(String(data.event));
    else warnOnce(`the frame does not know the type "${String((data as { type?: unknown }).type)}".`);
  };

  async #call({ id, method, args }: ToFrame & { type: 'call' }, origin: string): Promise<void> {
    const known = frameMethods.find((name) => name === method);
    const fail = (code: string, message: string) =>
      this.#post({ source: 'parley', type: 'answer', id, error: { code, message } }, origin);
    if (known === undefined) {
      warnOnce(`the frame does not know the method "${method}".`);
      return fail('unknown_method', `There is no method "${method}".`);
    }
    try {
      const run = this.#deps.methods[known] as (...given: readonly unknown[]) => Promise<unknown>;
      const result = await run(...(Array.isArray(args) ? args : []));
      this.#post({ source: 'parley', type: 'answer', id, result }, origin);
    } catch (error) {
      const { code, message = String(error) } = error as { code?: unknown; message?: string };
      fail(typeof code === 'string' ? code : 'failed', message);
    }
  }

  #listen(event: string, origin: string): void {
    if (!isFrameEvent(event) || this.#stops.has(event)) return;
    const stop = this.#deps.parley.on(event, (details) =>
      this.#post({ source: 'parley', type: 'event', event, details }, origin),
    );
    this.#stops.set(event, stop);
    this.#deps.handleListeners();
  }

  #unlisten(event: string): void {
    this.#stops.get(event)?.();
    this.#stops.delete(event);
    this.#deps.handleListeners();
  }

  #allows(origin: string): boolean {
    const { embedOrigins } = this.#deps;
    return embedOrigins.length === 0 || embedOrigins.includes(origin) || origin === location.origin;
  }

  readonly #poster = (origin: string) => (message: OldMessage) => this.#post(message, origin);

  #post(message: FromFrame | OldMessage, origin: string): void {
    // A page that is opened as a file has no origin that can be used here.
    window.parent.postMessage(message, /^https?:/.test(origin) ? origin : '*');
  }
}

/** Firefox reveals the parent's origin only in the referrer. Pages without a referrer start with a hello message. */
function parentOrigin(): string {
  const ancestor = location.ancestorOrigins?.[0];
  if (ancestor !== undefined && ancestor !== 'null') return ancestor;
  return document.referrer === '' ? location.origin : new URL(document.referrer).origin;
}

export async function openBridge(
  call: Call,
  embedOrigins: readonly string[],
  { registerEvents, compat }: Pick<PageParameters, 'registerEvents' | 'compat'>,
): Promise<Bridge> {
  const methods = framedMethods(call);
  const old = compat && (await import('./old-commands.ts'));
  return new Bridge({
    parley: call.parley,
    methods,
    embedOrigins,
    registeredEvents: registerEvents,
    oldCommands: old ? new old.OldCommands(compat, methods) : null,
    handleListeners: () => call.door.show(),
  });
}

/** The name and the state are shown by the widget, and not on the picture. */
export function showOutside({ name, status }: Elements, bridge: Bridge): void {
  const post = (): void =>
    bridge.postHeader({
      // Without a name of its own it has only the page's word for an avatar.
      name: name.dataset.text === undefined ? (name.textContent ?? '') : '',
      status: status.textContent ?? '',
      state: status.dataset.state ?? '',
    });
  const observer = new MutationObserver(post);
  for (const element of [name, status]) observer.observe(element, { childList: true, attributes: true });
  post();
}
