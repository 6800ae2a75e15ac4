import type { FrameMethod, FrameMethods, Parley } from '@parley/client/sdk';
import { connectionCode, listenAs } from '@parley/client/sdk/compat';
import { frameMethods, isFrameEvent } from '@parley/client/sdk/frame';
import type { PageParameters } from '../parameters.ts';
import { warnOnce } from './bridge-hint.ts';

export type OldMessage = { readonly eventName: string; readonly eventParams: unknown };
type Post = (message: OldMessage) => void;
type Fields = Readonly<Record<string, unknown>>;

/** Commands after the prefix, what each one calls, and what it needs. */
const commands: Readonly<Record<string, readonly [method: FrameMethod, needs: 'string' | 'boolean']>> = {
  chat: ['sendMessage', 'string'],
  'chat-send': ['sendMessage', 'string'],
  'avatar-chat': ['sendMessageToAvatar', 'string'],
  'avatar-chat-send': ['sendMessageToAvatar', 'string'],
  'mic-status': ['setMicEnabled', 'boolean'],
  'mic-set': ['setMicEnabled', 'boolean'],
  'set-speaker-status': ['setSpeakerEnabled', 'boolean'],
  'speaker-set': ['setSpeakerEnabled', 'boolean'],
};

/** Old names of methods that the bridge has. */
const methodNames: Readonly<Record<string, FrameMethod>> = {
  connectGateway: 'connect',
  disconnectGateway: 'disconnect',
  sendMessageToVPS: 'sendMessage',
  sendAvatarMessage: 'sendMessageToAvatar',
  getTGStatus: 'getConnectionStatus',
};

/** The commands and answers of a hosted service, for pages that post them to this one. The bridge checks who posts. */
export class OldCommands {
  readonly #prefix: string;
  readonly #events: readonly string[];
  readonly #methods: FrameMethods;

  constructor({ prefix, events }: NonNullable<PageParameters['compat']>, methods: FrameMethods) {
    this.#prefix = `${prefix}-`;
    this.#events = events;
    this.#methods = methods;
  }

  /** Posts the events that the page's URL asks for. */
  listen(parley: Pick<Parley, 'on'>, post: Post): void {
    for (const eventName of this.#events.filter(isFrameEvent))
      listenAs(parley, eventName, (eventParams) => post({ eventName, eventParams }));
  }

  /** Returns false if the message is none of the commands. */
  handle(data: unknown, post: Post): boolean {
    const fields: Fields = typeof data === 'object' && data !== null ? (data as Fields) : { command: data };
    const { command, eventName, message, eventParams } = fields;
    const given = command ?? eventName;
    if (given === 'end-call') void this.#call('disconnect', []);
    if (typeof given !== 'string' || !given.startsWith(this.#prefix)) return given === 'end-call';
    const name = given.slice(this.#prefix.length);
    if (name === 'method-call') {
      void this.#answer((eventParams ?? fields) as Fields, post);
      return true;
    }
    if (!Object.hasOwn(commands, name)) return false;
    const [method, needs] = commands[name] ?? ['sendMessage', 'string'];
    const value = message ?? eventParams;
    if (typeof value === needs) void this.#call(method, [value]);
    else warnOnce(`the command "${given}" needs a ${needs}.`);
    return true;
  }

  async #answer({ method, args, callId }: Fields, post: Post): Promise<void> {
    const given = String(method);
    const name = Object.hasOwn(methodNames, given) ? methodNames[given] : given;
    const known = frameMethods.find((each) => each === name);
    if (known === undefined) warnOnce(`the frame does not know the method "${given}".`);
    const outcome =
      known === undefined
        ? { status: 'error', error: `There is no method "${given}".` }
        : await this.#call(known, Array.isArray(args) ? args : []);
    const wantsAnswer = callId !== undefined && callId !== null;
    if (wantsAnswer)
      post({ eventName: `${this.#prefix}method-response`, eventParams: { callId, ...outcome } });
  }

  async #call(method: FrameMethod, args: readonly unknown[]) {
    try {
      const run = this.#methods[method] as (...given: readonly unknown[]) => Promise<unknown>;
      const result = await run(...args);
      const isStatus = method === 'getConnectionStatus';
      return { status: 'success', result: isStatus ? connectionCode(String(result)) : result };
    } catch (error) {
      return { status: 'error', error: error instanceof Error ? error.message : String(error) };
    }
  }
}
