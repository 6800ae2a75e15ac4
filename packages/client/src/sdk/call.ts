import type { EventDetails } from '@parley/protocol';
import { LiveClient } from '../live-client.ts';
import { LiveError } from '../live-error.ts';
import type { SessionSecret } from '../options.ts';
import type { MakePlayer } from '../playback.ts';
import { callMemory } from './call-memory.ts';
import { ConnectionStory } from './connection-story.ts';
import type { ParleyEvents, ToldEvents, ToldName } from './events.ts';
import { qualityOf } from './network-quality.ts';
import { raiseTagEvent } from './raise-tag-event.ts';
import type { ParleySettings } from './settings.ts';
import { type CallEndReason, type ConnectionStatus, callEndReason } from './statics.ts';
import { visitorMemory } from './visitor-memory.ts';
import { type CallFacts, factsOf } from './who.ts';

export type Emit = <N extends keyof ParleyEvents>(name: N, payload: ParleyEvents[N]) => void;

export type CallDeps = {
  readonly settings: ParleySettings;
  readonly player: MakePlayer;
  readonly audioWanted: boolean;
  readonly deviceSpeaks: boolean;
  readonly emit: Emit;
  /** The call is over, however that came about. */
  handleOver(): void;
};

const passedOn: ReadonlySet<string> = new Set(['agent:error', 'platform:state-changed', 'agent:message']);

/** One call, from the authentication to its end: turns what the client tells into the events of the SDK. */
export class Call {
  readonly client: LiveClient;
  status: ConnectionStatus = 'disconnected';
  readonly #deps: CallDeps;
  readonly #story: ConnectionStory;
  #facts: CallFacts;
  #secret: SessionSecret | null = null;
  #avatarState = 'unloaded';
  /** A call that is taken up again is told of only when that has worked. */
  #silent: boolean;

  constructor(deps: CallDeps, kept: { readonly secret: SessionSecret; readonly facts: CallFacts } | null) {
    const { settings } = deps;
    this.#deps = deps;
    this.#facts = kept?.facts ?? { who: { avatar_id: settings.avatarId }, maxSessionDuration: -1 };
    this.#silent = kept !== null;
    this.#story = new ConnectionStory(
      { tell: (details) => this.#emit('connection:state-changed', details) },
      settings.retry,
    );
    const { url, userId, retry, locale = navigator.language } = settings;
    this.client = new LiveClient({
      ...settings,
      locale,
      visitor: userId === undefined ? visitorMemory.read(url) : undefined,
      continues: kept?.secret,
      readyAtOnce: false,
      events: true,
      player: deps.player,
      ...(retry ? {} : { returnWithinMs: 0 }),
    });
    this.client.setAudioWanted(deps.audioWanted, deps.deviceSpeaks);
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

  /** Something of the page that webhooks may want to know: told here, and to the service. */
  report<N extends ToldName>(
    name: N,
    further: Omit<ToldEvents[N], keyof CallFacts['who'] | 'timestamp'>,
  ): void {
    tellLocally(this.#emit, this.#facts, name, further);
    if (this.client.state !== 'new' && this.client.state !== 'terminated')
      this.client.sendEvent(name, further);
  }

  /** For a page that goes: whoever is loaded next in this tab may continue. */
  keep(): void {
    const { url, avatarId } = this.#deps.settings;
    const secret = this.status === 'terminated' ? null : this.#secret;
    callMemory.write(url, avatarId, secret === null ? null : { secret, facts: this.#facts });
  }

  readonly #emit: Emit = (name, payload) => {
    if (!this.#silent) this.#deps.emit(name, payload);
  };

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (this.status === 'terminated') throw error;
      this.status = 'terminated';
      const { code, message } =
        error instanceof LiveError ? error : { code: 'failed', message: String(error) };
      this.#story.handleRefusal(code !== 'unreachable', this.#facts);
      this.#emit('auth-fail', { errorTitle: code, message });
      this.#deps.handleOver();
      throw error;
    }
  }

  #listen(): void {
    const { client } = this;
    const { settings } = this.#deps;
    const emit = this.#emit;
    client.on('joined', ({ sessionId, visitor, avatar, user }) => {
      if (visitor) visitorMemory.write(settings.url, visitor);
      this.#facts = factsOf(settings.avatarId, sessionId, user, avatar);
      emit('auth-success', { sessionId, avatar: { ...avatar } });
    });
    client.on('secret', (secret) => {
      this.#secret = secret;
    });
    client.on('connection', (change) => {
      if (change.state !== 'terminated') this.#story.handleChange(change, this.#facts);
      if (change.state === 'connecting') this.status = 'connecting';
      if (change.state === 'connected') {
        this.status = 'connected';
        this.#silent = false;
        emit('websocket-connect', { sessionId: client.sessionId ?? '' });
        emit('media-connected', undefined);
      }
      if (change.state === 'disconnected') {
        this.status = 'connecting';
        emit('websocket-close', { reason: change.reason, willReconnect: settings.retry });
        emit('media-disconnected', undefined);
        emit('network-quality', { quality: 'lost', roundTripMs: null });
      }
    });
    client.on('round-trip', ({ ms }) =>
      emit('network-quality', { quality: qualityOf(ms), roundTripMs: Math.round(ms) }),
    );
    client.on('frame', (frame) => emit('websocket-message', frame));
    client.on('status', ({ status }) => {
      emit('avatar-status-update', status);
      this.tellAvatarState(status.toLowerCase());
    });
    client.on('interrupted', ({ text, by }) => emit('interrupted', { heard: text, by }));
    client.on('tag', (tag) => {
      raiseTagEvent(tag);
      emit('tag', tag);
    });
    client.on('event', ({ name, details }) => {
      if (name === 'connection:state-changed') {
        this.#story.handleEvent(details as EventDetails['connection:state-changed']);
      } else if (passedOn.has(name)) emit(name as 'agent:error', details as EventDetails['agent:error']);
    });
    client.on('error', (trouble) => {
      emit('websocket-error', trouble);
      emit('error', trouble);
    });
    client.on('warning', (trouble) => emit('warning', trouble));
    client.on('end', (ending) => {
      const wasUnderway = this.status !== 'terminated';
      this.status = 'terminated';
      this.#story.handleEnd(ending, this.#facts);
      if (!wasUnderway) return;
      this.#deps.handleOver();
      this.#tellEnd(ending.reason, ending.message);
    });
  }

  #tellEnd(reason: string, message: string): void {
    const callEnd: CallEndReason = callEndReason(reason);
    this.#emit('websocket-close', { reason, willReconnect: false });
    this.#emit('end', { reason, message, callEnd });
  }

  /** Also `loading`, which only the event has. */
  tellAvatarState(state: string): void {
    const previous_state = this.#avatarState;
    if (state === previous_state) return;
    this.#avatarState = state;
    tellLocally(this.#emit, this.#facts, 'avatar:state-changed', { state, previous_state });
  }
}

export function tellLocally<N extends ToldName>(
  emit: Emit,
  { who }: CallFacts,
  name: N,
  further: Omit<ToldEvents[N], keyof CallFacts['who'] | 'timestamp'>,
): void {
  emit(name, { ...who, timestamp: Date.now(), ...further } as unknown as ParleyEvents[N]);
}
