import type { EventDetails } from '@parley/protocol';
import { LiveClient } from '../../live-client.ts';
import { LiveError } from '../../live-error.ts';
import type { SessionSecret } from '../../options.ts';
import type { MakePlayer } from '../../playback.ts';
import type { NetworkQuality, ParleyEvents, SharedEventName, SharedEvents } from '../events.ts';
import type { ParleySettings } from '../settings.ts';
import { type ConnectionStatus, callEndReason } from '../status-values.ts';
import { type CallDetails, callDetailsOf, type PublicAvatar } from './call-details.ts';
import { ConnectionEvents } from './connection-events.ts';
import type { SessionAccess } from './latest-call.ts';
import { type SavedCall, savedCalls, visitorSecrets } from './stored-values.ts';

export type Emit = <N extends keyof ParleyEvents>(name: N, payload: ParleyEvents[N]) => void;

/** The details of an event without the fields that all events of a call have. */
export type ExtraDetails<N extends SharedEventName> = Omit<
  SharedEvents[N],
  keyof CallDetails['identity'] | 'timestamp'
>;

type CallDeps = {
  readonly settings: ParleySettings;
  readonly player: MakePlayer;
  readonly audioWanted: boolean;
  readonly deviceLanguages: readonly string[];
  readonly emit: Emit;
  /** The avatar of a call that was authenticated or continued. */
  handleAvatar(avatar: PublicAvatar): void;
  handleConnected(access: SessionAccess | null, allowsDownload: boolean): void;
  /** The call is over, for whatever reason. */
  handleEnd(): void;
};

const fairRoundTripMs = 250;
const poorRoundTripMs = 800;

const forwardedEvents: ReadonlySet<string> = new Set([
  'agent:error',
  'platform:state-changed',
  'agent:message',
]);

/** One call, from authentication to its end. It turns the client's events into events of the SDK. */
export class Call {
  readonly client: LiveClient;
  status: ConnectionStatus = 'disconnected';
  readonly #deps: CallDeps;
  readonly #connectionEvents: ConnectionEvents;
  #details: CallDetails;
  #secret: SessionSecret | null = null;
  #avatarState = 'unloaded';
  #hasMedia = false;
  /** Why it could not start, until that is reported. */
  #refusal: unknown = null;
  /** A continued call raises events only after it has been resumed. */
  #silent: boolean;

  constructor(deps: CallDeps, saved: SavedCall | null) {
    const { settings } = deps;
    this.#deps = deps;
    this.#details = saved?.details ?? { identity: { avatar_id: settings.avatarId }, maxSessionDuration: -1 };
    this.#silent = saved !== null;
    this.#connectionEvents = new ConnectionEvents(
      (details) => this.#emit('connection:state-changed', details),
      settings.retry,
    );
    const { url, userId, retry, locale = navigator.language } = settings;
    this.client = new LiveClient({
      ...settings,
      locale,
      languages: navigator.languages,
      visitor: userId === undefined ? visitorSecrets.read(url) : undefined,
      continues: saved?.secret,
      readyAtOnce: false,
      events: true,
      player: deps.player,
      ...(retry ? {} : { returnWithinMs: 0 }),
    });
    this.client.setAudioWanted(deps.audioWanted, deps.deviceLanguages);
    this.#listen();
  }

  async authenticate(): Promise<void> {
    await this.#guard(() => this.client.authenticate());
  }

  async connect(): Promise<void> {
    this.status = 'connecting';
    await this.#guard(() => this.client.connect());
    this.client.reportLoad(1);
    this.client.open();
  }

  /** The avatar can no longer be heard: the page hangs up, or the connection is gone. */
  endMedia(): void {
    if (!this.#hasMedia) return;
    this.#hasMedia = false;
    this.#emit('media-disconnected', undefined);
  }

  /** Reports an event of the page, to local listeners and to the service. */
  report<N extends SharedEventName>(name: N, extra: ExtraDetails<N>): void {
    emitLocally(this.#emit, this.#details, name, extra);
    if (this.client.state !== 'new' && this.client.state !== 'terminated') this.client.sendEvent(name, extra);
  }

  /** Saves the call when the page closes, so that the next page in this tab can continue it. */
  save(): void {
    const { url, avatarId } = this.#deps.settings;
    if (this.status === 'terminated' || this.#secret === null) savedCalls.remove(url, avatarId);
    else savedCalls.write(url, avatarId, { secret: this.#secret, details: this.#details });
  }

  readonly #emit: Emit = (name, payload) => {
    if (!this.#silent) this.#deps.emit(name, payload);
  };

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (this.status !== 'terminated') this.#refusal = error;
      this.status = 'terminated';
      throw error;
    }
  }

  /** Reports that the call could not start. Does nothing if it could, or ended in another way. */
  reportRefusal(): void {
    if (this.#refusal === null) return;
    const error = this.#refusal;
    this.#refusal = null;
    const { code, message } = error instanceof LiveError ? error : { code: 'failed', message: String(error) };
    this.#connectionEvents.handleRefusal(code !== 'unreachable', this.#details);
    this.#emit('auth-fail', { errorTitle: code, message });
    this.#deps.handleEnd();
  }

  get #access(): SessionAccess | null {
    const { sessionId, transcriptToken: token } = this.client;
    return sessionId !== null && token !== null ? { sessionId, token } : null;
  }

  #listen(): void {
    const { client } = this;
    const { settings } = this.#deps;
    const emit = this.#emit;
    client.on('joined', ({ sessionId, visitor, avatar, user }) => {
      if (visitor) visitorSecrets.write(settings.url, visitor);
      this.#details = callDetailsOf(settings.avatarId, sessionId, user, avatar);
      this.#deps.handleAvatar(avatar);
      emit('auth-success', { sessionId, avatar: { ...avatar } });
    });
    client.on('secret', (secret) => {
      this.#secret = secret;
    });
    client.on('connection', (change) => {
      if (change.state !== 'terminated') this.#connectionEvents.handleChange(change, this.#details);
      if (change.state === 'connecting') this.status = 'connecting';
      if (change.state === 'connected') {
        this.status = 'connected';
        if (this.#silent && this.#details.avatar !== undefined) this.#deps.handleAvatar(this.#details.avatar);
        this.#silent = false;
        this.#deps.handleConnected(this.#access, this.#details.allowsDownload === true);
        emit('websocket-connect', { sessionId: client.sessionId ?? '' });
        this.#hasMedia = true;
        emit('media-connected', undefined);
      }
      if (change.state === 'disconnected') {
        this.status = 'connecting';
        emit('websocket-close', { reason: change.reason, willReconnect: settings.retry });
        this.endMedia();
        emit('network-quality', { quality: 'lost', roundTripMs: null });
      }
    });
    client.on('round-trip', ({ ms }) =>
      emit('network-quality', { quality: qualityOf(ms), roundTripMs: Math.round(ms) }),
    );
    client.on('frame', (frame) => emit('websocket-message', frame));
    client.on('status', ({ status }) => {
      emit('avatar-status-update', status);
      this.reportAvatarState(status.toLowerCase());
    });
    client.on('person', (person) => emit('person-update', person));
    client.on('interrupted', ({ text, by }) => emit('interrupted', { heard: text, by }));
    client.on('tag', (tag) => {
      const { event, json } = tag;
      // The DOM event of a registered tag.
      if (event !== null) document.dispatchEvent(new CustomEvent(event, { detail: json, bubbles: true }));
      emit('tag', tag);
    });
    client.on('event', ({ name, details }) => {
      if (name === 'connection:state-changed') {
        this.#connectionEvents.handleEvent(details as EventDetails['connection:state-changed']);
      } else if (forwardedEvents.has(name))
        emit(name as 'agent:error', details as EventDetails['agent:error']);
    });
    client.on('error', (error) => {
      emit('websocket-error', error);
      emit('error', error);
    });
    client.on('warning', (warning) => emit('warning', warning));
    client.on('end', (ending) => {
      const wasUnderway = this.status !== 'terminated';
      this.status = 'terminated';
      this.#connectionEvents.handleEnd(ending, this.#details);
      if (!wasUnderway) return;
      this.endMedia();
      this.#deps.handleEnd();
      const { reason, message } = ending;
      emit('websocket-close', { reason, willReconnect: false });
      emit('end', { reason, message, callEnd: callEndReason(reason) });
    });
  }

  /** Includes `loading`, which exists only in the event. */
  reportAvatarState(state: string): void {
    const previous_state = this.#avatarState;
    if (state === previous_state) return;
    this.#avatarState = state;
    emitLocally(this.#emit, this.#details, 'avatar:state-changed', { state, previous_state });
  }
}

function qualityOf(roundTripMs: number): NetworkQuality {
  if (roundTripMs >= poorRoundTripMs) return 'poor';
  return roundTripMs >= fairRoundTripMs ? 'fair' : 'good';
}

export function emitLocally<N extends SharedEventName>(
  emit: Emit,
  { identity }: CallDetails,
  name: N,
  extra: ExtraDetails<N>,
): void {
  emit(name, { ...identity, timestamp: Date.now(), ...extra } as unknown as ParleyEvents[N]);
}
