import { Emitter, type Listener } from '../emitter.ts';
import { LiveClient } from '../live-client.ts';
import { LiveError } from '../live-error.ts';
import type { ParleyEvents } from './events.ts';
import { FaceHost } from './face-host.ts';
import { Microphone } from './microphone.ts';
import { raiseTagEvent } from './raise-tag-event.ts';
import type { ParleySettings } from './settings.ts';
import { Sound } from './sound.ts';
import { visitorMemory } from './visitor-memory.ts';
import { VoicePlayer } from './voice-player.ts';

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'terminated';

/** A talking avatar in a page: the conversation, its voice, its face and the visitor's microphone. */
export class Parley {
  readonly #settings: ParleySettings;
  readonly #events = new Emitter<ParleyEvents>();
  readonly #face: FaceHost;
  readonly #microphone: Microphone;
  #client: LiveClient | null = null;
  #player: VoicePlayer | null = null;
  #sound: Sound | null = null;
  #speakerEnabled = true;
  #connectionStatus: ConnectionStatus = 'disconnected';
  #opened = false;

  constructor(settings: ParleySettings) {
    this.#settings = settings;
    this.#face = new FaceHost((kind) => this.#events.emit('face-update', kind));
    this.#microphone = new Microphone(
      {
        handleState: (state) => this.#microphoneChanged(state),
        handleSpeech: (active) => this.#userSpeaks(active),
        handleWords: (text, final) => this.#userSaid(text, final),
        handleTrouble: (message) => this.#events.emit('warning', { code: 'microphone', message }),
      },
      settings.locale ?? navigator.language,
    );
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

  /** Draws the face before the conversation begins. */
  async preloadAvatar(): Promise<void> {
    const { element, faceEnabled, url, avatarId, look } = this.#settings;
    this.#progress(0);
    if (element && faceEnabled) await this.#face.mount({ url, avatarId, element, look });
    this.#progress(1);
  }

  /** To be called from a click, so that the browser lets sound through. */
  async fixAudioContext(): Promise<boolean> {
    this.#sound ??= new Sound();
    this.#sound.muted = !this.#speakerEnabled;
    return await this.#sound.unlock();
  }

  /** Opens the session and the connection; the avatar greets. Rejects where the service refuses. */
  async connect(): Promise<void> {
    const client = this.#client ?? this.#makeClient();
    this.#setConnection('connecting');
    try {
      await client.connect();
    } catch (error) {
      const { code, message } =
        error instanceof LiveError ? error : { code: 'failed', message: String(error) };
      this.#events.emit('auth-fail', { errorTitle: code, message });
      this.#setConnection('terminated');
      this.#client = null;
      throw error;
    }
    client.reportLoad(1);
    client.open();
    this.#opened = true;
  }

  async authenticate(): Promise<void> {
    await (this.#client ?? this.#makeClient()).authenticate();
  }

  connectGateway = (): Promise<void> => this.connect();

  /** Hangs up; settles when the service has confirmed it. */
  async disconnect(): Promise<void> {
    this.#microphone.disable();
    await this.#client?.hangUp();
  }

  disconnectGateway = (): Promise<void> => this.disconnect();

  getConnectionStatus = (): ConnectionStatus => this.#connectionStatus;
  isConnected = (): boolean => this.#connectionStatus === 'connected';
  get sessionId(): string | null {
    return this.#client?.sessionId ?? null;
  }

  sendMessage = (text: string): boolean => this.#client?.sendMessage(text) ?? false;
  sendMessageToAvatar = (text: string): boolean => this.#client?.sendMessageToAvatar(text) ?? false;
  interrupt = (): boolean => this.#client?.interrupt() ?? false;
  stopAvatarSpeech = (): boolean => this.interrupt();
  clearContext = (): boolean => this.#client?.clearContext() ?? false;
  sendUserTyping = (active: boolean): void => this.#client?.userSpeech(active);

  async setMicEnabled(enabled: boolean): Promise<boolean> {
    if (enabled) return await this.#microphone.enable();
    this.#microphone.disable();
    return false;
  }

  toggleMic = (): Promise<boolean> => this.setMicEnabled(!this.isMicEnabled());
  isMicEnabled = (): boolean => this.#microphone.state === 'on';
  setLocalMicrophoneDevice = (deviceId: string): void => this.#microphone.useDevice(deviceId);
  setSpeechRecogLang = (locale: string): void => this.#microphone.setLocale(locale);
  get microphoneStream(): MediaStream | null {
    return this.#microphone.stream;
  }

  setSpeakerEnabled(enabled: boolean): void {
    if (enabled === this.#speakerEnabled) return;
    this.#speakerEnabled = enabled;
    if (this.#sound !== null) this.#sound.muted = !enabled;
    this.#client?.sendEvent('media:speaker-state-changed', { enabled });
    this.#events.emit('speaker-update', enabled);
  }

  toggleSpeaker = (): void => this.setSpeakerEnabled(!this.#speakerEnabled);
  isSpeakerEnabled = (): boolean => this.#speakerEnabled;

  async isPermissionGranted(_device: 'mic' = 'mic'): Promise<boolean> {
    return (await this.getPermissionStatus()) === 'granted';
  }

  async getPermissionStatus(_device: 'mic' = 'mic'): Promise<PermissionState> {
    const name = 'microphone' as PermissionName;
    const status = await navigator.permissions?.query({ name }).catch(() => null);
    return status?.state ?? 'prompt';
  }

  /** Tells the service of something in the page that webhooks may want to know. */
  emitEvent = (name: string, details: Readonly<Record<string, unknown>> = {}): boolean =>
    this.#client?.sendEvent(name, details) ?? false;

  /** Ends everything and lets go of every resource. */
  async dispose(): Promise<void> {
    this.#microphone.disable();
    this.#player?.dispose();
    this.#face.dispose();
    if (this.#connectionStatus !== 'terminated') await this.#client?.hangUp();
    await this.#sound?.close();
    this.#sound = null;
  }

  #makeClient(): LiveClient {
    const { url, avatarId, token, userId, userName, customString, accessToken, locale, retry } =
      this.#settings;
    const client = new LiveClient({
      url,
      avatarId,
      token,
      userId,
      userName,
      customString,
      accessToken,
      locale: locale ?? navigator.language,
      visitor: userId === undefined ? visitorMemory.read(url) : undefined,
      readyAtOnce: false,
      ...(retry ? {} : { returnWithinMs: 0 }),
      player: (report) => {
        this.#player = new VoicePlayer(report, () => this.#sound, {
          handleCaption: (caption) => this.#events.emit('caption', caption),
          handleSentenceStart: (sentence, elapsedMs) => {
            this.#events.emit('avatar-transcript', { text: sentence.sentence.text });
            this.#face.handleSentence(sentence, elapsedMs);
          },
          handleSilence: () => this.#face.handleSilence(),
        });
        return this.#player;
      },
    });
    client.setAudioWanted(this.#sound?.isOpen ?? false);
    this.#listen(client);
    this.#client = client;
    return client;
  }

  #listen(client: LiveClient): void {
    client.on('joined', ({ sessionId, visitor, avatar }) => {
      if (visitor) visitorMemory.write(this.#settings.url, visitor);
      this.#events.emit('auth-success', { sessionId, avatar: { ...avatar } });
    });
    client.on('connection', (change) => {
      if (change.state === 'connected') {
        this.#setConnection('connected');
        this.#events.emit('websocket-connect', { sessionId: client.sessionId ?? '' });
        this.#events.emit('media-connected', undefined);
      }
      if (change.state === 'disconnected') {
        this.#setConnection('connecting');
        this.#events.emit('websocket-close', { reason: change.reason, willReconnect: true });
        this.#events.emit('media-disconnected', undefined);
      }
    });
    client.on('status', ({ status, previous }) => {
      this.#face.handleStatus(status);
      this.#events.emit('avatar-status-update', status);
      const talking = status === 'TALKING';
      if (talking !== (previous === 'TALKING')) this.#events.emit('avatar-speech', { active: talking });
    });
    client.on('interrupted', ({ text }) => this.#events.emit('interrupted', { heard: text }));
    client.on('tag', (tag) => {
      this.#face.handleTag(tag);
      raiseTagEvent(tag);
      this.#events.emit('tag', tag);
    });
    client.on('event', ({ name, details }) => {
      if (
        name === 'connection:state-changed' ||
        name === 'agent:error' ||
        name === 'platform:state-changed'
      ) {
        this.#events.emit(name, details);
      }
    });
    client.on('error', (trouble) => this.#events.emit('error', trouble));
    client.on('warning', (trouble) => this.#events.emit('warning', trouble));
    client.on('end', ({ reason, message }) => {
      this.#microphone.disable();
      this.#setConnection('terminated');
      this.#client = null;
      this.#events.emit('end', { reason, message });
    });
  }

  #setConnection(status: ConnectionStatus): void {
    this.#connectionStatus = status;
  }

  #progress(percent: number): void {
    this.#events.emit('load-progress', { percent });
    if (this.#opened) return;
    this.#client?.reportLoad(percent);
  }

  #microphoneChanged(state: Microphone['state']): void {
    const enabled = state === 'on';
    this.#client?.setMicrophoneOpen(enabled);
    this.#client?.sendEvent('media:mic-state-changed', { enabled });
    if (state === 'asking')
      this.#client?.sendEvent('media:mic-permission-state-changed', { state: 'prompt' });
    if (enabled) this.#client?.sendEvent('media:mic-permission-state-changed', { state: 'granted' });
    if (enabled) this.#client?.sendEvent('media:mic-ready');
    if (state === 'denied')
      this.#client?.sendEvent('media:mic-permission-state-changed', { state: 'denied' });
    this.#events.emit('mic-access', { permissionGranted: enabled, needMicAccess: state === 'asking' });
    this.#events.emit('mic-update', enabled);
  }

  #userSpeaks(active: boolean): void {
    this.#client?.userSpeech(active);
    this.#events.emit('user-speech', { active });
  }

  #userSaid(text: string, final: boolean): void {
    this.#events.emit('user-transcript', { text, final });
    if (final) this.#client?.sendMessage(text, { spoken: true });
  }
}
