import type { CapturedSound, EarsCallbacks, SoundCapture } from './ears-interface.ts';
import { type EarsConfig, EarsManager } from './ears-manager.ts';
import type { HeldTurn } from './held-turn.ts';

export type MicrophoneState = 'off' | 'asking' | 'on' | 'denied' | 'missing';

export type MicrophoneCallbacks = EarsCallbacks & {
  handleState(state: MicrophoneState): void;
  /** Speech is recognised from now on. */
  handleReady(): void;
};

const refused = 'The browser does not allow the microphone. Allow it in the address bar, or type instead.';
const busy = 'The microphone is in use by something else. Close that, or type instead.';
const absent = 'No microphone was found. You can type instead.';
const insecure = 'The microphone works only on https pages or on this machine itself. You can type instead.';
const unplugged = 'The microphone was disconnected.';

/** The visitor's microphone: permission, device and speech recognition. */
export class Microphone {
  readonly ears: EarsManager;
  readonly #callbacks: MicrophoneCallbacks;
  #stream: MediaStream | null = null;
  #sound: CapturedSound | null = null;
  #state: MicrophoneState = 'off';
  #deviceId: string | undefined;
  #enabling: Promise<boolean> | null = null;
  /** Nothing recognises the language that was chosen last. Another one may be recognised. */
  #lacksLanguage = false;
  #turn: HeldTurn | null = null;

  constructor(config: EarsConfig, callbacks: MicrophoneCallbacks) {
    this.#callbacks = callbacks;
    this.ears = new EarsManager(config, callbacks);
  }

  get state(): MicrophoneState {
    return this.#state;
  }

  get stream(): MediaStream | null {
    return this.#stream;
  }

  /** Resolves to true when speech is recognised, and to false if that is not possible. */
  enable(turn: HeldTurn | null = null): Promise<boolean> {
    const isUnderWay = this.#state === 'asking' || this.#state === 'on';
    if (this.#enabling !== null && isUnderWay) return this.#enabling;
    const enabling = this.#enable(turn).finally(() => {
      if (this.#enabling === enabling) this.#enabling = null;
    });
    this.#enabling = enabling;
    return enabling;
  }

  disable(): void {
    this.#drop();
    if (this.#state === 'on' || this.#state === 'asking') this.#set('off');
  }

  /** Closes the device. What was said until now is still recognised. */
  async finish(): Promise<void> {
    const stream = this.#stream;
    await this.#sound?.end();
    if (stream !== this.#stream) return;
    this.#release();
    this.#set('off');
  }

  /** Takes effect immediately if the microphone is open, else when it is opened next. */
  async useDevice(deviceId: string): Promise<void> {
    this.#deviceId = deviceId;
    await this.#again();
  }

  /** Takes effect immediately if the microphone is open: the same microphone is heard in another language. A turn keeps its own. */
  async setLocale(locale: string): Promise<void> {
    this.ears.language = locale;
    const stream = this.#stream;
    if (this.#lacksLanguage && this.#state === 'missing') await this.enable();
    else if (this.#state === 'on' && stream !== null && this.#turn === null) {
      this.ears.pause();
      this.#lacksLanguage = !(await this.#hear(stream, this.ears.prepare(), null));
    }
  }

  dispose(): void {
    this.disable();
    this.ears.dispose();
  }

  async #enable(turn: HeldTurn | null): Promise<boolean> {
    if (this.#state === 'on') return true;
    this.#lacksLanguage = false;
    if (navigator.mediaDevices === undefined) return this.#fail('missing', insecure);
    this.#set('asking');
    const preparing = this.ears.prepare();
    const closeCapture = () => void preparing.then((capture) => capture?.close());
    const stream = await this.#ask();
    if (typeof stream === 'string') {
      closeCapture();
      return this.#fail(stream === refused ? 'denied' : 'missing', stream);
    }
    // The microphone was turned off while the browser asked for permission.
    if (this.#state !== 'asking') {
      stopTracks(stream);
      closeCapture();
      return false;
    }
    this.#stream = stream;
    this.#turn = turn;
    for (const track of stream.getAudioTracks()) track.onended = () => this.#lost(stream);
    const isHeard = await this.#hear(stream, preparing, turn);
    if (isHeard && this.#stream === stream) this.#callbacks.handleReady();
    return isHeard;
  }

  /** Resolves to true when the speech in this stream is recognised. */
  async #hear(
    stream: MediaStream,
    preparing: Promise<SoundCapture | null>,
    turn: HeldTurn | null,
  ): Promise<boolean> {
    const capture = await preparing;
    if (this.#stream !== stream) {
      capture?.close();
      return false;
    }
    this.#sound?.close();
    this.#sound = startCapture(stream, capture);
    this.#set('on');
    try {
      await this.ears.listenTo(stream, this.#sound, turn);
    } catch (error) {
      const isOver = this.#stream !== stream;
      if (isOver && turn === null) return false;
      if (!isOver) this.#release();
      return this.#fail('missing', error instanceof Error ? error.message : String(error));
    }
    // A turn may be over before all is loaded. Its words come later.
    return this.#stream === stream || turn?.isCancelled === false;
  }

  async #ask(): Promise<MediaStream | string> {
    const device = this.#deviceId === undefined ? {} : { deviceId: { exact: this.#deviceId } };
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...device };
    try {
      return await navigator.mediaDevices.getUserMedia({ audio });
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      if (name === 'NotAllowedError' || name === 'SecurityError') return refused;
      return name === 'NotReadableError' ? busy : absent;
    }
  }

  async #again(): Promise<void> {
    if (this.#state !== 'on') return;
    this.disable();
    await this.enable();
  }

  #lost(stream: MediaStream): void {
    if (stream !== this.#stream) return;
    this.#drop();
    this.#fail('missing', unplugged);
  }

  /** A turn whose sound ends in the middle would wait for the rest for ever, and hold up every later one. */
  #drop(): void {
    this.#turn?.cancel();
    this.ears.pause();
    this.#release();
  }

  #release(): void {
    this.#sound?.close();
    this.#sound = null;
    this.#turn = null;
    if (this.#stream !== null) stopTracks(this.#stream);
    this.#stream = null;
  }

  #fail(state: MicrophoneState, message: string): false {
    this.#set(state);
    this.#callbacks.handleError(message);
    return false;
  }

  #set(state: MicrophoneState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#callbacks.handleState(state);
  }
}

export async function microphonePermission(): Promise<PermissionStatus | null> {
  const name = 'microphone' as PermissionName;
  return (await navigator.permissions?.query({ name }).catch(() => null)) ?? null;
}

/** A browser that cannot capture sound may still have a working recogniser. */
function startCapture(stream: MediaStream, capture: SoundCapture | null): CapturedSound | null {
  try {
    return capture?.start(stream) ?? null;
  } catch {
    capture?.close();
    return null;
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = null;
    track.stop();
  }
}
