import { Emitter } from '../emitter.ts';
import type { Emit } from './calls/call.ts';
import { CallManager } from './calls/call-manager.ts';
import { saveFile, type TranscriptFormat } from './calls/latest-call.ts';
import type { ParleyEvents } from './events.ts';
import { AvatarPicture } from './face/avatar-picture.ts';
import { PageStream } from './face/page-stream.ts';
import type { Microphone } from './hearing/microphone.ts';
import { SpokenLanguage } from './hearing/spoken-language.ts';
import { VisitorVoice } from './hearing/visitor-voice.ts';
import { registerTagMessage } from './register-tag-message.ts';
import type { ParleySettings } from './settings.ts';
import type { ConnectionStatus } from './status-values.ts';
import { readVisitorSettings, type VisitorInput } from './visitor-settings.ts';
import { AvatarVoice } from './voice/avatar-voice.ts';
import { voiceCallbacks } from './voice/voice-callbacks.ts';
import { watchPage } from './watch-page.ts';

/** A talking avatar in a page: the conversation, its voice, its face and the visitor's microphone. */
export class Parley extends Emitter<ParleyEvents> {
  readonly #settings: ParleySettings;
  readonly #picture: AvatarPicture;
  readonly #voice: AvatarVoice;
  readonly #pageStream: PageStream;
  readonly #calls: CallManager;
  readonly #visitor: VisitorVoice;
  readonly #microphone: Microphone;
  readonly #language = new SpokenLanguage(this, (language) => this.#microphone.setLocale(language));
  readonly #stops: readonly (() => void)[];
  #disposed = false;

  constructor(given: ParleySettings) {
    super();
    // A copy, because `setVisitor` changes it.
    const settings = { ...given };
    this.#settings = settings;
    const emit: Emit = (name, payload) => this.emit(name, payload);
    this.#picture = new AvatarPicture(emit, () => void this.dispose());
    const { face } = this.#picture;
    const parts = () => ({ microphone: this.#microphone, calls: this.#calls });
    this.#voice = new AvatarVoice(voiceCallbacks(emit, face, parts));
    this.#pageStream = new PageStream(settings.url, (lips) => {
      this.#voice.quiet = lips !== null;
      face.handleLips(lips);
    });
    this.#calls = new CallManager({
      settings,
      voice: this.#voice,
      emit,
      hasPageStream: () => this.#pageStream.stream !== null,
      givesTokens: () => this.has('token-needed'),
      handleAvatar: (avatar) => {
        face.handleAvatar(avatar);
        this.#microphone.ears.handleAvatar(avatar);
      },
      handleEnd: () => this.#visitor.close(),
    });
    this.#visitor = new VisitorVoice({
      settings,
      calls: this.#calls,
      voice: this.#voice,
      emit,
      handleError: (message) => this.notify('warning', 'Microphone', message, 'microphone'),
    });
    this.#microphone = this.#visitor.microphone;
    this.on('media-connected', () => {
      this.emit('speaker-update', this.isSpeakerEnabled());
      this.#visitor.reportState();
    });
    this.on('avatar-speech', ({ active }) => active && this.#visitor.turns.handleAvatarSpeech());
    this.on('user-transcript', ({ text, final }) => final || this.#calls.client?.userWords(text));
    this.on('avatar-status-update', (status) => face.handleStatus(status));
    this.on('tag', (tag) => this.#voice.cue(tag, () => face.handleTag(tag)));
    this.on('end', () => face.handleEnd());
    this.#stops = watchPage(this.#calls, this.#visitor, emit);
  }

  /** Says who is talking. It applies to the next call. Null and an empty text both mean "none". */
  setVisitor(visitor: VisitorInput): void {
    const settings = readVisitorSettings(visitor);
    Object.assign(this.#settings, settings);
    if (settings.locale !== undefined) void this.setSpeechRecogLang(settings.locale);
    this.#calls.handleVisitor(settings);
  }

  /** Loads and draws the face before the conversation starts. `connect` does that too. */
  async preloadAvatar(): Promise<void> {
    if (!this.#disposed)
      await this.#picture.load(this.#settings, (percent) => this.#calls.reportProgress(percent));
  }

  /** Call this on a click, so that the browser allows sound. Resolves to false if it still does not. */
  fixAudioContext(): Promise<boolean> {
    return this.#voice.unlock();
  }

  /** Creates a session without starting the call. Rejects with a ParleyError if the service refuses. */
  authenticate(): Promise<void> {
    return this.#handled(this.#calls.authenticate());
  }

  /** Opens the session and the connection. The avatar greets. Rejects with a ParleyError if the service refuses. */
  connect(): Promise<void> {
    // The avatar can talk before its face is drawn.
    void this.preloadAvatar();
    return this.#handled(this.#calls.connect());
  }

  readonly connectGateway = (): Promise<void> => this.connect();

  /** Hangs up. Resolves when the service has confirmed it. */
  async disconnect(): Promise<void> {
    this.#visitor.close();
    await this.#calls.hangUp();
  }

  /** Raises the reason as a local notification. For the service it is a normal hang-up. */
  async disconnectGateway(reason?: string): Promise<void> {
    if (reason !== undefined) this.notify('info', 'Call ended', reason);
    await this.disconnect();
  }

  /** Opens a new connection for the same call immediately. Without a call it starts one. */
  reconnect(): Promise<void> {
    return this.#handled(this.#calls.reconnect());
  }

  /** Checks the connection now, for example after the machine woke up. */
  readonly keepAlive = (): void => this.#calls.client?.keepAlive();

  /** Continues the call in which this page was reloaded less than 5 s ago. Resolves to false if there is none. */
  continueCall(): Promise<boolean> {
    return this.#calls.continueCall();
  }

  /** True if this page was reloaded during a call. `connect` then continues the call. */
  get hasCallToContinue(): boolean {
    return this.#calls.hasSavedCall;
  }

  getConnectionStatus(): ConnectionStatus {
    return this.#calls.status;
  }

  readonly isConnected = (): boolean => this.getConnectionStatus() === 'connected';

  /** True if the avatar's voice can be heard. */
  isMediaConnected(): boolean {
    return this.isConnected() && (this.#voice.isOpen || this.#pageStream.stream !== null);
  }

  /** The avatar's public settings, as soon as a call is authenticated. */
  get avatar(): Readonly<Record<string, unknown>> | null {
    return this.#calls.latest.avatar;
  }

  get sessionId(): string | null {
    return this.#calls.client?.sessionId ?? null;
  }

  /** When the avatar's limit ends this call, in Unix milliseconds. Null without a limit or a call. */
  get endsAt(): number | null {
    return this.#calls.client?.endsAt ?? null;
  }

  /** Sends a message that the avatar answers, or a tag. It waits for the connection. Returns false if there will be none. */
  sendMessage(text: string): boolean {
    return this.#calls.send((client) => client.sendMessage(text));
  }

  /** Makes the avatar say exactly this text or SSML. */
  sendMessageToAvatar(text: string): boolean {
    return this.#calls.send((client) => client.sendMessageToAvatar(text));
  }

  /** Registers a custom tag. When the endpoint sends it, this DOM event is raised on the document. */
  registerTag(tag: string, event: string = tag): boolean {
    return this.sendMessage(registerTagMessage(tag, event));
  }

  /** Adds context for the avatar's language model. It is not answered. */
  addContext(text: string): boolean {
    return this.#calls.send((client) => client.addContext(text));
  }

  readonly clearContext = (): boolean => this.#calls.client?.clearContext() ?? false;

  /** The avatar speaks and hears this language, such as `de`, from the next sentence on. */
  setLanguage(name: string): boolean {
    return this.#language.set(this.#calls.client?.setLanguage(name) && name);
  }

  interrupt(): boolean {
    return this.#calls.client?.interrupt() ?? false;
  }

  readonly stopAvatarSpeech = (): boolean => this.interrupt();

  sendUserTyping(active: boolean): void {
    this.#calls.client?.userSpeech(active);
  }

  /** Asks for a person of the team. The avatar's settings must allow it. Returns false if there is no call. */
  readonly requestPerson = (reason?: string): boolean =>
    this.#calls.send((client) => client.requestPerson(reason));

  readonly isPersonAnswering = (): boolean => this.#calls.client?.isPersonAnswering ?? false;

  /** True if the avatar lets the visitor download the transcript of the latest call. */
  get canDownloadTranscript(): boolean {
    return this.#calls.latest.allowsDownload;
  }

  /** Saves the transcript of the latest call as a file, up to an hour after its end. Rejects with a ParleyError. */
  async downloadTranscript(format: TranscriptFormat = 'text'): Promise<void> {
    saveFile(await this.#calls.latest.readTranscript(format));
  }

  /** Sends the visitor's rating of the latest call: one to five stars. Works until ten minutes after its end. */
  rate(stars: number, comment = ''): Promise<void> {
    return this.#calls.latest.rate(stars, comment);
  }

  /** The avatar speaks with the sound of this stream. Null restores its own voice. Rejects if the stream has no sound. */
  async setMediaStream(stream: MediaStream | null): Promise<void> {
    if (stream !== null && this.#voice.output === null) await this.#voice.unlock();
    await this.#pageStream.follow(stream, this.#voice.output);
    this.#calls.client?.setPlatform(stream === null ? 'native' : 'media-stream');
  }

  /** Push to talk: asks for the microphone and loads what listening needs, so that the first turn begins at once. */
  readonly prepareTurns = (): Promise<boolean> => this.#visitor.turns.prepare();
  /** The visitor speaks until `endTurn`. The avatar is silent. Resolves to true when it listens. */
  readonly startTurn = (): Promise<boolean> => this.#visitor.turns.start();
  /** Sends what was said. Resolves to false if nothing was understood. */
  readonly endTurn = (): Promise<boolean> => this.#visitor.turns.end();
  /** Drops what was said. Returns false if there is no turn. */
  readonly cancelTurn = (): boolean => this.#visitor.turns.cancel();

  setMicEnabled(enabled: boolean): Promise<boolean> {
    return this.#visitor.setEnabled(enabled);
  }

  readonly toggleMic = (): Promise<boolean> => this.setMicEnabled(!this.isMicEnabled());

  readonly isMicEnabled = (): boolean => this.#microphone.state === 'on';

  get microphoneStream(): MediaStream | null {
    return this.#microphone.stream;
  }

  readonly setLocalMicrophoneDevice = (deviceId: string): Promise<void> =>
    this.#microphone.useDevice(deviceId);

  readonly setSpeechRecogLang = (locale: string): Promise<void> => this.#language.choose(locale);

  setSpeakerEnabled(enabled: boolean): void {
    const isChange = enabled !== this.#voice.enabled;
    this.#voice.enabled = enabled;
    if (isChange) this.#calls.report('media:speaker-state-changed', { enabled });
    this.emit('speaker-update', enabled);
  }

  readonly toggleSpeaker = (): void => this.setSpeakerEnabled(!this.isSpeakerEnabled());

  readonly isSpeakerEnabled = (): boolean => this.#voice.enabled;

  readonly getPermissionStatus = (_device: 'mic' = 'mic'): Promise<PermissionState> =>
    this.#visitor.permission();

  async isPermissionGranted(device: 'mic' = 'mic'): Promise<boolean> {
    return (await this.getPermissionStatus(device)) === 'granted';
  }

  /** Reports a notification that the page shows. Webhooks may receive it. */
  notify(level: string, title: string, message: string, code?: string): void {
    if (code !== undefined) this.emit('warning', { code, message });
    this.#calls.report('notification', { level, title, message });
  }

  /** Ends everything and releases all resources. The object cannot be used afterwards. */
  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const stop of this.#stops) stop();
    this.#visitor.dispose();
    this.#pageStream.stop();
    this.#picture.dispose();
    await Promise.all([this.#calls.close(), this.#voice.close()]);
    this.clear();
  }

  readonly [Symbol.asyncDispose] = (): Promise<void> => this.dispose();

  /** A page that listens to `auth-fail` handles the failure there and may ignore the promise. */
  #handled(attempt: Promise<void>): Promise<void> {
    if (this.has('auth-fail')) attempt.catch(() => {});
    return attempt;
  }
}
