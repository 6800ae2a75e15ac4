import type { AvatarStatus, ClientFrames, Heard } from '@parley/protocol';
import { classifyMessage, graceMs, maxSpokenMessageBytes, maxUserMessageBytes } from '@parley/protocol/wire';
import type { ConnectionState, Credentials, Ending } from './connection/link.ts';
import { LiveConnection } from './connection/live-connection.ts';
import { systemTimers } from './connection/timers.ts';
import type { WebSocketClass } from './connection/web-socket.ts';
import { Emitter, type Listener } from './emitter.ts';
import type { LiveEvents } from './events.ts';
import { FrameRouter } from './frame-router.ts';
import { instantPlayer } from './instant-player.ts';
import { baseOf, type Joined, join } from './joining.ts';
import type { FetchLike, LiveClientOptions } from './options.ts';
import { People } from './people.ts';
import { Playback } from './playback.ts';
import { Sender } from './sending/sender.ts';
import { VisitorState } from './visitor-state.ts';

/** Of a request for a person, in characters. */
const maxReason = 300;

export type Platform = ClientFrames['platform']['platform'];

/**
 * One visitor's conversation with one avatar, without a face. The methods that send return whether the frame was
 * accepted; false comes with an `error` event that says why.
 */
export class LiveClient implements AsyncDisposable {
  #options: LiveClientOptions;
  #events = new Emitter<LiveEvents>();
  #connection: LiveConnection;
  #sender: Sender;
  #visitor: VisitorState;
  #playback: Playback;
  #people: People;
  #router: FrameRouter;
  #joining: Promise<Joined> | null = null;
  #sessionId: string | null;
  #callOff: AbortController | null = null;

  constructor(options: LiveClientOptions) {
    this.#options = options;
    this.#sessionId = options.continues?.sessionId ?? null;
    const { origin, timers = systemTimers, random = Math.random, returnWithinMs = graceMs } = options;
    this.#connection = new LiveConnection({
      events: this.#events,
      address: `${baseOf(options.url).replace(/^http/i, 'ws')}/client/live`,
      origin,
      WebSocket: options.WebSocket ?? (globalThis.WebSocket as unknown as WebSocketClass),
      timers,
      random,
      windowMs: returnWithinMs,
      wantsEvents: options.events ?? false,
    });
    this.#sender = new Sender(this.#connection, this.#events);
    this.#visitor = new VisitorState(options.readyAtOnce ?? true);
    this.#playback = new Playback(options.player ?? instantPlayer, (frame) => this.#sender.send(frame));
    this.#people = new People(this.#events, this.#sender, timers);
    this.#router = new FrameRouter({
      events: this.#events,
      sender: this.#sender,
      visitor: this.#visitor,
      playback: this.#playback,
      people: this.#people,
    });
    this.#connection.owner = this.#router;
  }

  get state(): ConnectionState {
    return this.#connection.state;
  }

  get status(): AvatarStatus {
    return this.#router.status;
  }

  /** The token for sending recordings of this session; known only while it is connected. */
  get hearingToken(): string | null {
    return this.#router.hearingToken;
  }

  /** The token for downloading the transcript of this session; null before it has been connected. */
  get transcriptToken(): string | null {
    return this.#router.transcriptToken;
  }

  /** True while a person answers in place of the avatar, if the avatar's settings let visitors know. */
  get isPersonAnswering(): boolean {
    return this.#people.isAnswering;
  }

  /** When the session reaches its maximum duration; null if it has none. */
  get endsAt(): number | null {
    return this.#router.endsAt;
  }

  /** Known after the authentication. It stays the same after reconnects. */
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

  /** Creates a session. Later calls return the same one. Rejects with a LiveError. */
  authenticate(): Promise<Joined> {
    this.#joining ??= this.#authenticate().catch((error: unknown) => {
      this.#joining = null;
      throw error;
    });
    return this.#joining;
  }

  /** Resolves when the conversation can begin. Creates a session if there is none. Rejects with a LiveError. */
  async connect(): Promise<void> {
    await this.#connection.connect(await this.#credentials());
  }

  /** A message for the avatar to answer. Words interrupt what it is saying; tags alone do not. */
  sendMessage(text: string, { spoken }: { spoken?: boolean } = {}): boolean {
    if (!this.#sender.accepts(text, maxUserMessageBytes)) return false;
    const interrupts = this.#playback.isPlaying && classifyMessage(text) === 'spoken';
    const heard = interrupts ? this.#stopPlaying() : {};
    this.#people.handleMessage();
    return this.#sender.send({
      type: 'message',
      text,
      ...(spoken === undefined ? {} : { spoken }),
      ...heard,
    });
  }

  /** A text that the avatar says word for word. */
  sendMessageToAvatar(text: string): boolean {
    return this.#sender.accepts(text, maxSpokenMessageBytes) && this.#sender.send({ type: 'say', text });
  }

  interrupt(): boolean {
    return this.#sender.send({ type: 'interrupt', ...this.#stopPlaying() });
  }

  /** The avatar speaks this language from the next sentence on. */
  setLanguage(name: string): boolean {
    return this.#sender.send({ type: 'language', name });
  }

  /** Asks for a person, if the avatar's settings let visitors do so. */
  requestPerson(reason?: string): boolean {
    return this.#sender.send({
      type: 'request-person',
      ...(reason && { reason: reason.slice(0, maxReason) }),
    });
  }

  clearContext(): boolean {
    return this.#sender.send({ type: 'clear-context' });
  }

  /** A text that the avatar's language model should know from now on. It gets no answer. */
  addContext(text: string): boolean {
    return this.#sender.accepts(text, maxUserMessageBytes) && this.#sender.send({ type: 'context', text });
  }

  sendEvent(name: string, details: Readonly<Record<string, unknown>> = {}): boolean {
    return this.#sender.send({ type: 'event', name, details: { ...details } });
  }

  setPlatform(platform: Platform): boolean {
    return this.#sender.send({ type: 'platform', platform });
  }

  /** Whether the service should send sound, for a client with a player. The languages are those of the client's own voices. */
  setAudioWanted(wanted: boolean, deviceLanguages: readonly string[] = []): void {
    this.#sender.sendNow(this.#visitor.audio(wanted, deviceLanguages));
  }

  setMicrophoneOpen(open: boolean): void {
    this.#sender.sendNow(this.#visitor.microphone(open));
  }

  userSpeech(active: boolean): void {
    this.#sender.sendNow(this.#visitor.speech(active));
  }

  /** Words as they are recognised. The service gets them while a member reads along. */
  userWords(text: string): void {
    this.#people.handleWords(text);
  }

  /** Sends a frame of the visitor's sound, if that is possible now. `words` frames answer it. */
  sendSound(frame: Uint8Array<ArrayBuffer>): boolean {
    return this.#connection.send(frame);
  }

  /** How much of the face and voice has loaded, 0 to 1. Not needed with `readyAtOnce`. */
  reportLoad(progress: number): void {
    this.#sender.sendNow(this.#visitor.load(progress));
  }

  /** The visitor starts the conversation, so the avatar may speak. Not needed with `readyAtOnce`. */
  open(): void {
    this.#sender.sendNow(this.#visitor.open());
  }

  /** Resolves when the service has confirmed the end, or does not answer. */
  hangUp(): Promise<Ending> {
    this.#callOff?.abort();
    return this.#connection.leave();
  }

  /** Pings the service now, for example after the machine woke up. */
  keepAlive(): void {
    this.#connection.feed({ kind: 'probe' });
  }

  /** Opens a new socket for the same session now. */
  reconnect(): void {
    this.#connection.feed({ kind: 'renew' });
  }

  /** The page is being closed or reloaded. Unless a client continues the session within 5 s, it counts as hung up. */
  sayLeaving(): void {
    this.#sender.sendNow({ type: 'leaving' });
  }

  /** Leaves the session without ending it. A reloaded page continues it with the last `secret`. */
  detach(): void {
    this.#connection.feed({ kind: 'detach' });
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
    const { ticket: _, ...shared } = joined;
    this.#events.emit('joined', shared);
    return joined;
  }

  async #credentials(): Promise<Credentials> {
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
