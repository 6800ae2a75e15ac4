import type { LiveClient } from '../live-client.ts';
import { LiveError } from '../live-error.ts';
import type { AvatarVoice } from './avatar-voice.ts';
import { Call, type Emit, tellLocally } from './call.ts';
import { callMemory } from './call-memory.ts';
import type { ToldEvents, ToldName } from './events.ts';
import type { ParleySettings } from './settings.ts';
import type { ConnectionStatus } from './statics.ts';

export type Further<N extends ToldName> = Omit<
  ToldEvents[N],
  'avatar_id' | 'session_id' | 'user_id' | 'user_name' | 'timestamp'
>;

export type CallHolderDeps = {
  readonly settings: ParleySettings;
  readonly voice: AvatarVoice;
  readonly emit: Emit;
  /** Whether the page brings the sound itself. */
  hasOwnStream(): boolean;
  handleOver(): void;
};

/** The call that there is, if any: made when it is needed, taken up again after a reload, another one after its end. */
export class CallHolder {
  readonly #deps: CallHolderDeps;
  #call: Call | null = null;
  #connecting: Promise<void> | null = null;
  #ended: ConnectionStatus = 'disconnected';
  #closed = false;

  constructor(deps: CallHolderDeps) {
    this.#deps = deps;
  }

  get client(): LiveClient | null {
    return this.#call?.client ?? null;
  }

  get status(): ConnectionStatus {
    return this.#call?.status ?? this.#ended;
  }

  get hasKept(): boolean {
    const { url, avatarId, keepsCall } = this.#deps.settings;
    return keepsCall && callMemory.read(url, avatarId) !== null;
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

  /** A new connection for the same call; where there is no call, a new one. */
  async reconnect(): Promise<void> {
    if (this.#call === null || this.#call.status === 'terminated') return await this.connect();
    const { client } = this.#call;
    const back = new Promise<void>((resolve, reject) => {
      const stops = [
        client.on('connection', ({ state }) => {
          if (state === 'connected') settle(resolve);
        }),
        client.on('end', ({ reason, message }) => settle(() => reject(new LiveError(reason, message)))),
      ];
      const settle = (done: () => void) => {
        for (const stop of stops) stop();
        done();
      };
    });
    client.reconnect();
    await back;
  }

  /** For a page that goes: the next one in this tab may continue. */
  keep(): void {
    this.#call?.keep();
  }

  /** Something of the page that webhooks may want to know. */
  report<N extends ToldName>(name: N, further: Further<N>): void {
    if (this.#call !== null) return this.#call.report(name, further);
    this.#tellAlone(name, further);
  }

  reportProgress(percent: number): void {
    this.#tellAlone('avatar:load-progress', { progress: percent });
    if (percent >= 1) return;
    this.#call?.tellAvatarState('loading');
    this.client?.reportLoad(percent);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.client?.hangUp();
  }

  async #connect(): Promise<void> {
    const { voice, emit } = this.#deps;
    if (this.#closed) throw new LiveError('disposed', 'This avatar has been taken away.');
    if (this.status === 'connected') return;
    // A browser that wants a click first says so only by its silence: the words come anyhow.
    if (!(await voice.unlock())) {
      emit('warning', { code: 'audio_locked', message: 'The browser wants a click before it plays sound.' });
    }
    const kept = this.#kept();
    if (kept !== null && (await this.#continue(kept))) return;
    await this.#current().connect();
    this.#tellPlatform();
  }

  #kept(): Call | null {
    const { url, avatarId, keepsCall } = this.#deps.settings;
    if (!keepsCall || this.#call !== null) return null;
    const kept = callMemory.read(url, avatarId);
    callMemory.write(url, avatarId, null);
    return kept === null ? null : this.#newCall(kept);
  }

  /** Where the call before has ended meanwhile, this is a new one, and nobody needs to know. */
  async #continue(call: Call): Promise<boolean> {
    this.#call = call;
    try {
      await call.connect();
      this.#tellPlatform();
      return true;
    } catch {
      this.#call = null;
      return false;
    }
  }

  #tellPlatform(): void {
    if (this.#deps.hasOwnStream()) this.client?.setPlatform('media-stream');
  }

  #tellAlone<N extends ToldName>(name: N, further: Further<N>): void {
    const { emit, settings } = this.#deps;
    tellLocally(emit, { who: { avatar_id: settings.avatarId }, maxSessionDuration: -1 }, name, further);
  }

  #current(): Call {
    this.#call ??= this.#newCall(null);
    return this.#call;
  }

  #newCall(kept: ConstructorParameters<typeof Call>[1]): Call {
    const { settings, voice, emit } = this.#deps;
    const call: Call = new Call(
      {
        settings,
        player: voice.makePlayer,
        audioWanted: voice.isOpen,
        deviceSpeaks: voice.deviceSpeaks,
        emit,
        handleOver: () => {
          if (this.#call !== call) return;
          this.#deps.handleOver();
          this.#call = null;
          this.#ended = 'terminated';
        },
      },
      kept,
    );
    return call;
  }
}
