import type { LiveClient } from '../live-client.ts';
import { LiveError } from '../live-error.ts';
import type { AvatarVoice } from './avatar-voice.ts';
import { Call, type Emit, type ExtraDetails, emitLocally } from './call.ts';
import type { SharedEventName } from './events.ts';
import { type SavedCall, savedCalls } from './saved-calls.ts';
import type { ParleySettings } from './settings.ts';
import type { ConnectionStatus } from './statics.ts';
import { TranscriptDownload } from './transcript-download.ts';

type CallManagerDeps = {
  readonly settings: ParleySettings;
  readonly voice: AvatarVoice;
  readonly emit: Emit;
  /** True if the page provides its own sound. */
  hasOwnStream(): boolean;
  handleEnd(): void;
};

/** Manages the current call: creates it when needed, continues it after a reload, and replaces it after its end. */
export class CallManager {
  readonly transcript: TranscriptDownload;
  readonly #deps: CallManagerDeps;
  #call: Call | null = null;
  #connecting: Promise<void> | null = null;
  #ended: ConnectionStatus = 'disconnected';
  #closed = false;

  constructor(deps: CallManagerDeps) {
    this.#deps = deps;
    this.transcript = new TranscriptDownload(deps.settings.url);
  }

  get client(): LiveClient | null {
    return this.#call?.client ?? null;
  }

  get status(): ConnectionStatus {
    return this.#call?.status ?? this.#ended;
  }

  get hasSavedCall(): boolean {
    const { url, avatarId, keepsCall } = this.#deps.settings;
    return keepsCall && savedCalls.read(url, avatarId) !== null;
  }

  authenticate(): Promise<void> {
    return this.#current().authenticate();
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
    if (percent >= 1) return;
    this.#call?.reportAvatarState('loading');
    this.client?.reportLoad(percent);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.client?.hangUp();
  }

  async #connect(): Promise<void> {
    if (this.#closed) throw new LiveError('disposed', 'This avatar has been taken away.');
    if (this.status === 'connected') return;
    await this.#unlockVoice();
    const saved = this.#savedCall();
    if (saved !== null && (await this.#continue(saved))) return;
    await this.#current().connect();
    this.#reportPlatform();
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
    savedCalls.write(url, avatarId, null);
    return saved === null ? null : this.#newCall(saved);
  }

  /** If the saved call has ended, a new call starts without an error. */
  async #continue(call: Call): Promise<boolean> {
    this.#call = call;
    try {
      await call.connect();
      this.#reportPlatform();
      return true;
    } catch {
      this.#call = null;
      return false;
    }
  }

  #reportPlatform(): void {
    if (this.#deps.hasOwnStream()) this.client?.setPlatform('media-stream');
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
        deviceSpeaks: voice.deviceSpeaks,
        emit,
        handleConnected: (access) => this.transcript.handleConnected(access),
        handleEnd: () => {
          if (this.#call !== call) return;
          this.#deps.handleEnd();
          this.#call = null;
          this.#ended = 'terminated';
        },
      },
      saved,
    );
    return call;
  }
}
