import type { AvatarStatus, ClientFrames, Heard } from '@parley/protocol';
import { classifyMessage, graceMs, maxSpokenMessageBytes, maxUserMessageBytes } from '@parley/protocol/wire';
import { Connection } from './connection.ts';
import { Emitter, type Listener } from './emitter.ts';
import type { LiveEvents } from './events.ts';
import { Inbound } from './inbound.ts';
import { instantPlayer } from './instant-player.ts';
import { baseOf, type FetchLike, type Joined, join } from './joining.ts';
import type { ConnectionState, Ending, Pass } from './link.ts';
import type { LiveClientOptions } from './options.ts';
import { Playback } from './playback.ts';
import { Presence } from './presence.ts';
import { Sender } from './sender.ts';
import { systemTimers } from './timers.ts';
import type { WebSocketClass } from './web-socket.ts';

export type Platform = ClientFrames['platform']['platform'];

/**
 * One visitor's conversation with one avatar, without a face. The methods that send tell whether the frame was taken:
 * false comes with an `error` event that says why not.
 */
export class LiveClient implements AsyncDisposable {
  #options: LiveClientOptions;
  #events = new Emitter<LiveEvents>();
  #connection: Connection;
  #sender: Sender;
  #presence: Presence;
  #playback: Playback;
  #inbound: Inbound;
  #joining: Promise<Joined> | null = null;
  #sessionId: string | null;
  #callOff: AbortController | null = null;

  constructor(options: LiveClientOptions) {
    this.#options = options;
    this.#sessionId = options.continues?.sessionId ?? null;
    const { origin, timers = systemTimers, random = Math.random, returnWithinMs = graceMs } = options;
    this.#connection = new Connection({
      address: `${baseOf(options.url).replace(/^http/i, 'ws')}/client/live`,
      origin,
      WebSocket: options.WebSocket ?? (globalThis.WebSocket as unknown as WebSocketClass),
      timers,
      random,
      windowMs: returnWithinMs,
      wantsEvents: options.events ?? false,
    });
    this.#sender = new Sender(this.#connection, this.#events);
    this.#presence = new Presence(options.readyAtOnce ?? true);
    this.#playback = new Playback(options.player ?? instantPlayer, (frame) => this.#sender.send(frame));
    this.#inbound = new Inbound({
      events: this.#events,
      sender: this.#sender,
      presence: this.#presence,
      playback: this.#playback,
    });
    this.#connection.owner = this.#inbound;
  }

  get state(): ConnectionState {
    return this.#connection.state;
  }

  get status(): AvatarStatus {
    return this.#inbound.status;
  }

  /** What lets recordings of this session in at the service; known while it is connected. */
  get hearingToken(): string | null {
    return this.#inbound.hearingToken;
  }

  /** Known from the authentication on, and the same whatever sockets come and go. */
  get sessionId(): string | null {
    return this.#sessionId;
  }

  on<N extends keyof LiveEvents>(name: N, listener: Listener<LiveEvents[N]>): () => void {
    return this.#events.on(name, listener);
  }

  once<N extends keyof LiveEvents>(name: N, listener: Listener<LiveEvents[N]>): () => void {
    return this.#events.once(name, listener);
  }

  off<N extends keyof LiveEvents>(name: N, listener: Listener<LiveEvents[N]>): void {
    this.#events.off(name, listener);
  }

  /** Makes a session. Once only: later calls give the same one. Rejects with a LiveError. */
  authenticate(): Promise<Joined> {
    this.#joining ??= this.#authenticate().catch((error: unknown) => {
      this.#joining = null;
      throw error;
    });
    return this.#joining;
  }

  /** Resolves when the conversation can begin; makes a session first where there is none. Rejects with a LiveError. */
  async connect(): Promise<void> {
    await this.#connection.connect(await this.#pass());
  }

  /** Something for the avatar to answer. Words cut short what it is saying; tags alone do not. */
  sendMessage(text: string, { spoken }: { spoken?: boolean } = {}): boolean {
    if (!this.#sender.accepts(text, maxUserMessageBytes)) return false;
    const interrupts = this.#playback.isPlaying && classifyMessage(text) === 'spoken';
    const heard = interrupts ? this.#stopPlaying() : {};
    return this.#sender.send({
      type: 'message',
      text,
      ...(spoken === undefined ? {} : { spoken }),
      ...heard,
    });
  }

  /** Something for the avatar to say exactly so. */
  sendMessageToAvatar(text: string): boolean {
    return this.#sender.accepts(text, maxSpokenMessageBytes) && this.#sender.send({ type: 'say', text });
  }

  interrupt(): boolean {
    return this.#sender.send({ type: 'interrupt', ...this.#stopPlaying() });
  }

  clearContext(): boolean {
    return this.#sender.send({ type: 'clear-context' });
  }

  /** Something that the avatar's language model shall know from now on; nobody answers it. */
  addContext(text: string): boolean {
    return this.#sender.accepts(text, maxUserMessageBytes) && this.#sender.send({ type: 'context', text });
  }

  sendEvent(name: string, details: Readonly<Record<string, unknown>> = {}): boolean {
    return this.#sender.send({ type: 'event', name, details: { ...details } });
  }

  setPlatform(platform: Platform): boolean {
    return this.#sender.send({ type: 'platform', platform });
  }

  /** Whether the service shall send its voice along with the words, for a client with a player; `device`: it has voices of its own. */
  setAudioWanted(wanted: boolean, device = false): void {
    this.#sender.sendNow(this.#presence.audio(wanted, device));
  }

  setMicrophoneOpen(open: boolean): void {
    this.#sender.sendNow(this.#presence.microphone(open));
  }

  userSpeech(active: boolean): void {
    this.#sender.sendNow(this.#presence.speech(active));
  }

  /** How much of the face and voice has loaded, 0 to 1. Not needed where the client is ready at once. */
  reportLoad(progress: number): void {
    this.#sender.sendNow(this.#presence.load(progress));
  }

  /** The visitor begins: the avatar may speak from now on. Not needed where the client is ready at once. */
  open(): void {
    this.#sender.sendNow(this.#presence.open());
  }

  /** Resolves when the service has confirmed the end, or shows no sign of doing so. */
  hangUp(): Promise<Ending> {
    this.#callOff?.abort();
    return this.#connection.leave();
  }

  /** Asks the service for a sign of life at once, as after a machine woke up. */
  keepAlive(): void {
    this.#connection.probe();
  }

  /** A new socket for the same session, at once: after a drop without waiting for the next try. */
  reconnect(): void {
    this.#connection.renew();
  }

  /** Lets go of the session without ending it: for a page that is being left, and continues from its last `secret`. */
  detach(): void {
    this.#connection.detach();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.hangUp();
  }

  async #authenticate(): Promise<Joined> {
    const send = this.#options.fetch ?? (globalThis.fetch as FetchLike);
    this.#callOff = new AbortController();
    const { signal } = this.#callOff;
    const joined = await join(this.#options, send, this.#options.timers ?? systemTimers, signal);
    this.#callOff = null;
    this.#sessionId = joined.sessionId;
    const { ticket: _, ...told } = joined;
    this.#events.emit('joined', told);
    return joined;
  }

  async #pass(): Promise<Pass> {
    if (this.#options.continues !== undefined) return { ...this.#options.continues, ticket: null };
    const { sessionId, resume, ticket } = await this.authenticate();
    return { sessionId, resume, ticket };
  }

  #stopPlaying(): { heard?: Heard } {
    const heard = this.#playback.stop();
    if (heard === null) return {};
    this.#events.emit('interrupted', { ...heard, by: 'user' });
    return { heard };
  }
}

export const createLiveClient = (options: LiveClientOptions): LiveClient => new LiveClient(options);
