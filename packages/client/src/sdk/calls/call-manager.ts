import type { LiveClient } from '../../live-client.ts';
import { LiveError } from '../../live-error.ts';
import type { SharedEventName } from '../events.ts';
import type { ParleySettings } from '../settings.ts';
import type { ConnectionStatus } from '../status-values.ts';
import type { VisitorSettings } from '../visitor-settings.ts';
import type { AvatarVoice } from '../voice/avatar-voice.ts';
import { Call, type Emit, type ExtraDetails, emitLocally } from './call.ts';
import type { PublicAvatar } from './call-details.ts';
import { LatestCall } from './latest-call.ts';
import { type SavedCall, savedCalls } from './stored-values.ts';
import { isTokenProblem, TokenRequests } from './token-requests.ts';

type SendMessage = (client: LiveClient) => boolean;

/** As many as a client keeps while its connection is lost. */
const maxEarlyMessages = 20;

type CallManagerDeps = {
  readonly settings: ParleySettings;
  readonly voice: AvatarVoice;
  readonly emit: Emit;
  /** True if the page provides its own sound. */
  hasPageStream(): boolean;
  /** True if the page answers when it is asked for a token. */
  givesTokens(): boolean;
  handleAvatar(avatar: PublicAvatar): void;
  handleEnd(): void;
};

/** Manages the current call: creates it when needed, continues it after a reload, and replaces it after its end. */
export class CallManager {
  readonly latest: LatestCall;
  readonly #deps: CallManagerDeps;
  /** Messages that the page sends before the call is connected, in order. */
  readonly #early: SendMessage[] = [];
  #call: Call | null = null;
  #connecting: Promise<void> | null = null;
  #ended: ConnectionStatus = 'disconnected';
  #closed = false;
  readonly #tokens: TokenRequests;
  /** A token opens one call. */
  #usedToken: string | undefined;

  constructor(deps: CallManagerDeps) {
    this.#deps = deps;
    this.latest = new LatestCall(deps.settings.url);
    this.#tokens = new TokenRequests((reason) => deps.emit('token-needed', { reason }));
  }

  get client(): LiveClient | null {
    return this.#call?.client ?? null;
  }

  get status(): ConnectionStatus {
    return this.#call?.status ?? (this.#connecting === null ? this.#ended : 'connecting');
  }

  get hasSavedCall(): boolean {
    const { url, avatarId, keepsCall } = this.#deps.settings;
    return keepsCall && savedCalls.read(url, avatarId) !== null;
  }

  authenticate(): Promise<void> {
    return this.#withToken((call) => call.authenticate());
  }

  connect(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  /** Continues the call of the page before a reload. False if there is none, or if it has ended. */
  async continueCall(): Promise<boolean> {
    if (this.#closed || this.#connecting !== null) return false;
    const saved = this.#savedCall();
    if (saved === null) return false;
    const continuing = this.#continue(saved);
    this.#connecting = continuing
      .then(() => {})
      .finally(() => {
        this.#connecting = null;
      });
    void this.#unlockVoice();
    return await continuing;
  }

  /** Opens a new connection for the same call. Without a call it starts one. */
  async reconnect(): Promise<void> {
    const { client, status } = this;
    if (client === null || status === 'disconnected' || status === 'terminated') return await this.connect();
    client.reconnect();
    await client.connect();
  }

  /** Hangs up. The avatar counts as silent at once, because pages stop listening after this call. */
  async hangUp(): Promise<void> {
    this.#tokens.settle(false);
    this.#call?.endMedia();
    await this.client?.hangUp();
  }

  /** Sends a message now, or as soon as the call is connected. Returns false if there is no call to wait for. */
  send(message: SendMessage): boolean {
    const { client } = this;
    if (client !== null && client.state !== 'new') return message(client);
    if (client === null && this.#connecting === null && this.#ended === 'terminated')
      return this.#refuse('not_connected', 'The call has ended. Connect again before you send something.');
    if (this.#early.length >= maxEarlyMessages)
      return this.#refuse('outbox_full', 'Too many messages are waiting for the call.');
    this.#early.push(message);
    return true;
  }

  /** The page has said who is talking, perhaps with another token. */
  handleVisitor(visitor: VisitorSettings): void {
    if ('token' in visitor) this.#tokens.settle(visitor.token !== undefined);
  }

  /** The page is being closed or reloaded. The call is saved, so that the next page in this tab can continue it. */
  handleLeaving(): void {
    if (this.#deps.settings.keepsCall) this.#call?.save();
    this.client?.sayLeaving();
  }

  /** The browser went online or offline. */
  handleNetwork(online: boolean): void {
    this.report('network:state-changed', { online });
    if (!online) this.#deps.emit('network-quality', { quality: 'lost', roundTripMs: null });
    else if (this.client?.state === 'disconnected') this.client.reconnect();
    else this.client?.keepAlive();
  }

  /** Reports an event of the page that webhooks may receive. */
  report<N extends SharedEventName>(name: N, extra: ExtraDetails<N>): void {
    if (this.#call !== null) return this.#call.report(name, extra);
    this.#emitWithoutCall(name, extra);
  }

  reportProgress(percent: number): void {
    this.#deps.emit('load-progress', { percent });
    this.#emitWithoutCall('avatar:load-progress', { progress: percent });
    // A face that is drawn during a call does not make the avatar unavailable.
    if (percent >= 1 || this.status === 'connected') return;
    this.#call?.reportAvatarState('loading');
    this.client?.reportLoad(percent);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#tokens.settle(false);
    await this.client?.hangUp();
  }

  async #connect(): Promise<void> {
    if (this.#closed) throw new LiveError('disposed', 'This avatar was disposed.');
    if (this.status === 'connected') return;
    await this.#unlockVoice();
    const saved = this.#savedCall();
    if (saved !== null && (await this.#continue(saved))) return;
    await this.#withToken((call) => call.connect());
    this.#handleStart();
  }

  /** Asks the page for a token if there is none that can be used, or if the service refuses it. Only once for a call. */
  async #withToken(work: (call: Call) => Promise<void>): Promise<void> {
    const { settings, givesTokens } = this.#deps;
    const problem = settings.token === undefined ? 'token_required' : 'token_used';
    const isUsable = settings.token !== this.#usedToken && settings.token !== undefined;
    const hasAsked = this.#call === null && !isUsable && givesTokens();
    if (hasAsked) await this.#tokens.request(problem);
    const call = this.#current();
    try {
      await work(call);
    } catch (error) {
      const code = error instanceof LiveError ? error.code : null;
      if (hasAsked || !isTokenProblem(code) || !givesTokens() || !(await this.#tokens.request(code))) {
        call.reportRefusal();
        throw error;
      }
      this.#call = null;
      const next = this.#current();
      await work(next).finally(() => next.reportRefusal());
    }
  }

  async #unlockVoice(): Promise<void> {
    const { voice, emit } = this.#deps;
    // A browser that needs a click first never answers. Captions work anyway.
    if (!(await voice.unlock())) {
      emit('warning', { code: 'audio_locked', message: 'The browser wants a click before it plays sound.' });
    }
  }

  #savedCall(): Call | null {
    const { url, avatarId, keepsCall } = this.#deps.settings;
    if (!keepsCall || this.#call !== null) return null;
    const saved = savedCalls.read(url, avatarId);
    savedCalls.remove(url, avatarId);
    return saved === null ? null : this.#newCall(saved);
  }

  /** If the saved call has ended, a new call starts without an error. */
  async #continue(call: Call): Promise<boolean> {
    this.#call = call;
    try {
      await call.connect();
      this.#handleStart();
      return true;
    } catch {
      this.#call = null;
      return false;
    }
  }

  #handleStart(): void {
    const { client } = this;
    if (client === null) return;
    if (this.#deps.hasPageStream()) client.setPlatform('media-stream');
    for (const send of this.#early.splice(0)) send(client);
  }

  #refuse(code: string, message: string): false {
    this.#deps.emit('error', { code, message });
    return false;
  }

  #emitWithoutCall<N extends SharedEventName>(name: N, extra: ExtraDetails<N>): void {
    const { emit, settings } = this.#deps;
    emitLocally(emit, { identity: { avatar_id: settings.avatarId }, maxSessionDuration: -1 }, name, extra);
  }

  #current(): Call {
    this.#call ??= this.#newCall(null);
    return this.#call;
  }

  #newCall(saved: SavedCall | null): Call {
    const { settings, voice, emit } = this.#deps;
    const call: Call = new Call(
      {
        settings,
        player: voice.makePlayer,
        audioWanted: voice.isOpen,
        deviceLanguages: voice.deviceLanguages,
        emit,
        handleAvatar: (avatar) => {
          this.latest.avatar = avatar;
          this.#usedToken = settings.token;
          this.#deps.handleAvatar(avatar);
        },
        handleConnected: (access, allowsDownload) => this.latest.handleConnected(access, allowsDownload),
        handleEnd: () => {
          if (this.#call !== call) return;
          this.#deps.handleEnd();
          this.#call = null;
          this.#ended = 'terminated';
          const unsent = this.#early.splice(0).length;
          if (unsent > 0)
            this.#refuse('not_sent', `The call ended before ${unsent} waiting messages could be sent.`);
        },
      },
      saved,
    );
    return call;
  }
}
