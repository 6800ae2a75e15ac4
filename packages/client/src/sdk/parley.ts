import { Emitter, type Listener } from '../emitter.ts';
import { LiveError } from '../live-error.ts';
import { AvatarPicture } from './avatar-picture.ts';
import { AvatarVoice } from './avatar-voice.ts';
import { Call, type Emit, tellLocally } from './call.ts';
import { callMemory } from './call-memory.ts';
import type { ParleyEvents, ToldEvents, ToldName } from './events.ts';
import { Microphone, type MicrophoneState } from './microphone.ts';
import { OwnStream } from './own-stream.ts';
import type { ParleySettings } from './settings.ts';
import type { ConnectionStatus } from './statics.ts';
import { microphonePermission, watchDevices, watchNetwork, watchPermission, watchReturn } from './watches.ts';

type Further<N extends ToldName> = Omit<
  ToldEvents[N],
  'avatar_id' | 'session_id' | 'user_id' | 'user_name' | 'timestamp'
>;

/** A talking avatar in a page: the conversation, its voice, its face and the visitor's microphone. */
export class Parley {
  readonly #settings: ParleySettings;
  readonly #events = new Emitter<ParleyEvents>();
  readonly #picture: AvatarPicture;
  readonly #voice: AvatarVoice;
  readonly #microphone: Microphone;
  readonly #ownStream: OwnStream;
  readonly #stops: (() => void)[];
  #call: Call | null = null;
  #connecting: Promise<void> | null = null;
  #status: ConnectionStatus = 'disconnected';
  #permission: PermissionState | null = null;
  #disposed = false;

  constructor(settings: ParleySettings) {
    this.#settings = settings;
    this.#picture = new AvatarPicture((kind) => this.#emit('face-update', kind));
    this.#voice = new AvatarVoice({
      handleCaption: (caption) => this.#emit('caption', caption),
      handleTranscript: (transcript) => this.#emit('avatar-transcript', transcript),
      handleSentence: (sentence, elapsedMs) => {
        this.#microphone.handleSentence(sentence.sentence.text);
        this.#picture.face.handleSentence(sentence, elapsedMs);
      },
      handleSpeech: (active) => {
        if (!active) this.#picture.face.handleSilence();
        this.#microphone.handleAvatarSpeech(active);
        this.#emit('avatar-speech', { active });
      },
      handleOpen: (isOpen, deviceSpeaks) => this.#call?.client.setAudioWanted(isOpen, deviceSpeaks),
    });
    this.#ownStream = new OwnStream(settings.url, {
      handleLips: (lips) => {
        this.#voice.quiet = lips !== null;
        if (lips === null) this.#picture.face.handleSilence();
        else this.#picture.face.handleLips(lips.track, lips.elapsedMs);
      },
    });
    this.#microphone = new Microphone(
      {
        url: settings.url,
        avatarId: settings.avatarId,
        locale: settings.locale ?? navigator.language,
        hearingToken: () => this.#call?.client.hearingToken ?? null,
      },
      {
        handleState: (state) => this.#microphoneChanged(state),
        handleReady: () => this.#report('media:mic-ready', {}),
        handleProgress: (percent) => this.#emit('ears-progress', { percent }),
        handleLevel: (level) => this.#emit('mic-level', { level }),
        handleSpeech: (active) => this.#userSpeaks(active),
        handleWords: (text, final) => this.#userSaid(text, final),
        handleDuck: (ducked) => {
          this.#voice.ducked = ducked;
        },
        handleInterrupt: () => this.interrupt(),
        handleTrouble: (message) => this.notify('warning', 'Microphone', message, 'microphone'),
      },
    );
    this.#events.on('avatar-status-update', (status) => this.#picture.face.handleStatus(status));
    this.#events.on('tag', (tag) => this.#picture.handleTag(tag));
    this.#stops = [
      watchNetwork((online) => this.#networkChanged(online)),
      watchReturn(() => this.keepAlive()),
      watchDevices((microphones, speakers) => this.#emit('device-changed', { microphones, speakers })),
      watchPermission((state) => this.#permissionChanged(state)),
    ];
    if (settings.keepsCall) this.#keepCall();
  }

  on<N extends keyof ParleyEvents>(name: N, listener: Listener<ParleyEvents[N]>): () => void {
    return this.#events.on(name, listener);
  }

  once<N extends keyof ParleyEvents>(name: N, listener: Listener<ParleyEvents[N]>): () => void {
    return this.#events.once(name, listener);
  }

  off<N extends keyof ParleyEvents>(name: N, listener: Listener<ParleyEvents[N]>): void {
    this.#events.off(name, listener);
  }

  /** Tells this object's own listeners, nobody else. */
  emit<N extends keyof ParleyEvents>(name: N, payload: ParleyEvents[N]): void {
    this.#events.emit(name, payload);
  }

  /** Draws the face before the conversation begins. */
  async preloadAvatar(): Promise<void> {
    const { url, avatarId, element, faceEnabled, avatarParams = {} } = this.#settings;
    const found = typeof element === 'function' ? element() : (element ?? null);
    const place = { url, avatarId, target: faceEnabled ? found : null, params: avatarParams };
    await this.#picture.load(place, (percent) => this.#progress(percent));
  }

  /** To be called from a click, so that the browser lets sound through; false where it does not yet. */
  fixAudioContext(): Promise<boolean> {
    return this.#voice.unlock();
  }

  /** Makes a session without beginning the call. Rejects with a ParleyError where the service refuses. */
  authenticate(): Promise<void> {
    return this.#currentCall().authenticate();
  }

  /** Opens the session and the connection; the avatar greets. Rejects with a ParleyError where the service refuses. */
  connect(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  connectGateway(): Promise<void> {
    return this.connect();
  }

  /** Hangs up; settles when the service has confirmed it. */
  async disconnect(): Promise<void> {
    this.#microphone.disable();
    await this.#call?.client.hangUp();
  }

  /** The reason is shown to this page's own listeners as a notification; the service counts it as hanging up. */
  async disconnectGateway(reason?: string): Promise<void> {
    if (reason !== undefined) this.notify('info', 'Call ended', reason);
    await this.disconnect();
  }

  /** A new connection for the same call, at once. Where there is no call, a new one. */
  async reconnect(): Promise<void> {
    if (this.#call === null || this.#call.status === 'terminated') return await this.connect();
    const back = new Promise<void>((resolve, reject) => {
      const stops = [
        this.once('websocket-connect', () => settle(resolve)),
        this.once('end', ({ reason, message }) => settle(() => reject(new LiveError(reason, message)))),
      ];
      const settle = (done: () => void) => {
        for (const stop of stops) stop();
        done();
      };
    });
    this.#call.client.reconnect();
    await back;
  }

  /** Asks the service for a sign of life now, as after a machine woke up. */
  keepAlive(): void {
    this.#call?.client.keepAlive();
  }

  /** Whether this page was loaded anew in the middle of a call, which `connect` will continue. */
  get hasCallToContinue(): boolean {
    const { url, avatarId, keepsCall } = this.#settings;
    return keepsCall && callMemory.read(url, avatarId) !== null;
  }

  getConnectionStatus(): ConnectionStatus {
    return this.#call?.status ?? this.#status;
  }

  isConnected(): boolean {
    return this.getConnectionStatus() === 'connected';
  }

  /** Whether the avatar's voice can be heard. */
  isMediaConnected(): boolean {
    return this.isConnected() && (this.#voice.isOpen || this.#ownStream.stream !== null);
  }

  get sessionId(): string | null {
    return this.#call?.client.sessionId ?? null;
  }

  /** Something for the avatar to answer, or a tag such as `svc-register-tag`. False where it cannot be sent. */
  sendMessage(text: string): boolean {
    return this.#call?.client.sendMessage(text) ?? false;
  }

  /** Something for the avatar to say exactly so; text or SSML. */
  sendMessageToAvatar(text: string): boolean {
    return this.#call?.client.sendMessageToAvatar(text) ?? false;
  }

  /** A custom tag that the endpoint may send from now on becomes this event of the document. */
  registerTag(tag: string, event: string = tag): boolean {
    return this.sendMessage(`<svc-register-tag ssml-tag="${escaped(tag)}" event="${escaped(event)}"/>`);
  }

  /** Something that the avatar's language model shall know; nobody answers it. */
  addContext(text: string): boolean {
    return this.#call?.client.addContext(text) ?? false;
  }

  clearContext(): boolean {
    return this.#call?.client.clearContext() ?? false;
  }

  interrupt(): boolean {
    return this.#call?.client.interrupt() ?? false;
  }

  stopAvatarSpeech(): boolean {
    return this.interrupt();
  }

  sendUserTyping(active: boolean): void {
    this.#call?.client.userSpeech(active);
  }

  /**
   * The avatar's lips follow this stream, which is heard instead of the service's voice; null gives it its own voice
   * back. Rejects where the stream has no sound.
   */
  async setMediaStream(stream: MediaStream | null): Promise<void> {
    if (stream !== null && this.#voice.output === null) await this.#voice.unlock();
    await this.#ownStream.follow(stream, this.#voice.output);
    this.#call?.client.setPlatform(stream === null ? 'native' : 'media-stream');
  }

  async setMicEnabled(enabled: boolean): Promise<boolean> {
    if (enabled) return await this.#microphone.enable();
    this.#microphone.disable();
    return false;
  }

  toggleMic(): Promise<boolean> {
    return this.setMicEnabled(!this.isMicEnabled());
  }

  isMicEnabled(): boolean {
    return this.#microphone.state === 'on';
  }

  get microphoneStream(): MediaStream | null {
    return this.#microphone.stream;
  }

  async setLocalMicrophoneDevice(deviceId: string): Promise<void> {
    await this.#microphone.useDevice(deviceId);
  }

  async setSpeechRecogLang(locale: string): Promise<void> {
    await this.#microphone.setLocale(locale);
  }

  setSpeakerEnabled(enabled: boolean): void {
    if (enabled === this.#voice.enabled) return;
    this.#voice.enabled = enabled;
    this.#report('media:speaker-state-changed', { enabled });
    this.#emit('speaker-update', enabled);
  }

  toggleSpeaker(): void {
    this.setSpeakerEnabled(!this.isSpeakerEnabled());
  }

  isSpeakerEnabled(): boolean {
    return this.#voice.enabled;
  }

  async getPermissionStatus(_device: 'mic' = 'mic'): Promise<PermissionState> {
    return (await microphonePermission())?.state ?? this.#permission ?? 'prompt';
  }

  async isPermissionGranted(device: 'mic' = 'mic'): Promise<boolean> {
    return (await this.getPermissionStatus(device)) === 'granted';
  }

  /** An alert that the page shows: webhooks may hear of it. */
  notify(level: string, title: string, message: string, code?: string): void {
    if (code !== undefined) this.#emit('warning', { code, message });
    this.#report('notification', { level, title, message });
  }

  /** Ends everything and lets go of every resource. The object is of no use afterwards. */
  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const stop of this.#stops) stop();
    this.#microphone.dispose();
    this.#ownStream.stop();
    this.#picture.dispose();
    const call = this.#call;
    await Promise.all([call?.client.hangUp(), this.#voice.close()]);
    this.#events.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  readonly #emit: Emit = (name, payload) => this.#events.emit(name, payload);

  async #connect(): Promise<void> {
    if (this.#disposed) throw new LiveError('disposed', 'This avatar has been taken away.');
    if (this.isConnected()) return;
    // A browser that wants a click first says so only by its silence: the words come anyhow.
    if (!(await this.#voice.unlock())) {
      this.#emit('warning', {
        code: 'audio_locked',
        message: 'The browser wants a click before it plays sound.',
      });
    }
    const kept = this.#keptCall();
    if (kept !== null && (await this.#continue(kept))) return;
    await this.#currentCall().connect();
    this.#tellPlatform();
  }

  #keptCall(): Call | null {
    const { url, avatarId, keepsCall } = this.#settings;
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
    if (this.#ownStream.stream !== null) this.#call?.client.setPlatform('media-stream');
  }

  #currentCall(): Call {
    this.#call ??= this.#newCall(null);
    return this.#call;
  }

  #newCall(kept: ConstructorParameters<typeof Call>[1]): Call {
    const call: Call = new Call(
      {
        settings: this.#settings,
        player: this.#voice.makePlayer,
        audioWanted: this.#voice.isOpen,
        deviceSpeaks: this.#voice.deviceSpeaks,
        emit: this.#emit,
        handleOver: () => {
          if (this.#call !== call) return;
          this.#microphone.disable();
          this.#call = null;
          this.#status = 'terminated';
        },
      },
      kept,
    );
    return call;
  }

  #keepCall(): void {
    const keep = () => this.#call?.keep();
    addEventListener('pagehide', keep);
    this.#stops.push(() => removeEventListener('pagehide', keep));
  }

  #progress(percent: number): void {
    this.#emit('load-progress', { percent });
    const { avatarId } = this.#settings;
    const facts = { who: { avatar_id: avatarId }, maxSessionDuration: -1 };
    tellLocally(this.#emit, facts, 'avatar:load-progress', { progress: percent });
    if (percent < 1) this.#call?.tellAvatarState('loading');
    if (percent < 1) this.#call?.client.reportLoad(percent);
  }

  #report<N extends ToldName>(name: N, further: Further<N>): void {
    if (this.#call !== null) return this.#call.report(name, further);
    const facts = { who: { avatar_id: this.#settings.avatarId }, maxSessionDuration: -1 };
    tellLocally(this.#emit, facts, name, further);
  }

  #networkChanged(online: boolean): void {
    this.#report('network:state-changed', { online });
    if (!online) this.#emit('network-quality', { quality: 'lost', roundTripMs: null });
    else if (this.#call?.client.state === 'disconnected') this.#call.client.reconnect();
    else this.keepAlive();
  }

  #permissionChanged(state: PermissionState): void {
    if (state === this.#permission) return;
    this.#permission = state;
    this.#report('media:mic-permission-state-changed', { state });
  }

  #microphoneChanged(state: MicrophoneState): void {
    const enabled = state === 'on';
    this.#call?.client.setMicrophoneOpen(enabled);
    if (state === 'asking') this.#permissionChanged('prompt');
    if (state === 'denied') this.#permissionChanged('denied');
    if (enabled) this.#permissionChanged('granted');
    this.#emit('mic-access', { permissionGranted: enabled, needMicAccess: state === 'asking' });
    if (state === 'asking') return;
    this.#report('media:mic-state-changed', { enabled });
    this.#emit('mic-update', enabled);
  }

  #userSpeaks(active: boolean): void {
    this.#call?.client.userSpeech(active);
    this.#emit('user-speech', { active });
  }

  #userSaid(text: string, final: boolean): void {
    this.#emit('user-transcript', { text, final });
    if (final) this.#call?.client.sendMessage(text, { spoken: true });
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
