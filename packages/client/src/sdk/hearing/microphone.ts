import type { CapturedSound, EarsCallbacks, SoundCapture } from './ears-interface.ts';
import { type EarsConfig, EarsManager } from './ears-manager.ts';
import type { HeldTurn } from './held-turn.ts';

export type MicrophoneState = 'off' | 'asking' | 'on' | 'denied' | 'missing';

export type MicrophoneCallbacks = EarsCallbacks & {
  handleState(state: MicrophoneState): void;
  /** Speech is recognised from now on. */
  handleReady(): void;
};

/** The last frames take a few milliseconds. */
const endMs = 1_000;
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
  #reported: MicrophoneState = 'off';
  #isDisposed = false;
  #deviceId: string | undefined;
  #enabling = Promise.resolve(false);
  /** It was open, and nothing recognises the language that was chosen last. Another one may be recognised. */
  #lacksLanguage = false;
  #turn: HeldTurn | null = null;
  /** Resolves when what it is open for is over, also while the browser still asks. */
  #use = Promise.withResolvers<false>();

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

  /** The turn that it is open for, or is being opened for. */
  get turn(): HeldTurn | null {
    return this.#turn;
  }

  /**
   * Resolves to true when speech is recognised, and to false if that is not possible. A microphone that is opened again
   * also waits for a language that is recognised.
   */
  enable(turn: HeldTurn | null = null, isAgain = false): Promise<boolean> {
    if (this.#isOpen && turn === this.#turn) return this.#enabling;
    return this.#open(turn, isAgain);
  }

  disable(): void {
    this.#lacksLanguage = false;
    if (this.#isOpen) this.#close('off');
  }

  /** Closes the device if this turn has it. What was said is lost. */
  drop(turn: HeldTurn): void {
    if (turn === this.#turn) this.#close('off', '', this.#lacksLanguage);
  }

  /**
   * Closes the device if this turn has it. Resolves to true if what was said until now is still recognised. A capture
   * that is closed or suspended may never tell its end.
   */
  async finish(turn: HeldTurn): Promise<boolean> {
    const use = this.#use;
    if (turn !== this.#turn) return false;
    const end = this.#sound?.end().then(() => true) ?? true;
    const late = new Promise<false>((resolve) => setTimeout(resolve, endMs, false));
    const isWhole = await Promise.race([end, use.promise, late]);
    if (use !== this.#use) return false;
    this.#release('off');
    this.#report();
    return isWhole;
  }

  /** Takes effect immediately if the microphone is open, else when it is opened next. A turn keeps its own. */
  async useDevice(deviceId: string): Promise<void> {
    this.#deviceId = deviceId;
    if (this.#state === 'asking') await this.#enabling;
    if (this.#state !== 'on' || this.#turn !== null) return;
    await this.#open(null, true);
  }

  /** Takes effect immediately if the microphone is open: the same microphone is heard in another language. A turn keeps its own. */
  async setLocale(locale: string): Promise<void> {
    this.ears.language = locale;
    while (this.#lacksLanguage && this.#turn !== null) await this.#use.promise;
    const stream = this.#stream;
    if (this.#lacksLanguage) await this.enable(null, true);
    else if (this.#state === 'on' && stream !== null && this.#turn === null) {
      this.ears.pause();
      await this.#hear(stream, this.ears.prepare(), null, true);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.disable();
    this.ears.dispose();
  }

  get #isOpen(): boolean {
    return this.#state === 'asking' || this.#state === 'on';
  }

  #open(turn: HeldTurn | null, isAgain: boolean): Promise<boolean> {
    if (this.#isDisposed) return Promise.resolve(false);
    if (navigator.mediaDevices === undefined) return Promise.resolve(this.#close('missing', insecure));
    const wasOpen = this.#isOpen;
    const awaitsLanguage = isAgain || this.#lacksLanguage;
    // A turn leaves that as it is.
    if (turn === null) this.#lacksLanguage = false;
    this.#turn?.cancel();
    this.#release('asking');
    this.#turn = turn;
    const enabling = this.#enable(turn, awaitsLanguage);
    this.#enabling = enabling;
    this.#report();
    if (wasOpen) this.ears.pause();
    return enabling;
  }

  async #enable(turn: HeldTurn | null, awaitsLanguage: boolean): Promise<boolean> {
    const use = this.#use;
    const preparing = this.ears.prepare();
    const stream = await this.#ask();
    // The microphone was turned off while the browser asked for permission. It may be asked for something else now.
    const isOver = use !== this.#use;
    if (isOver || typeof stream === 'string') {
      void preparing.then((capture) => capture?.close());
      if (typeof stream !== 'string') stopTracks(stream);
      else if (!isOver) this.#close(stream === refused ? 'denied' : 'missing', stream);
      return false;
    }
    this.#stream = stream;
    for (const track of stream.getAudioTracks()) track.onended = () => this.#lost(stream);
    const isHeard = await this.#hear(stream, preparing, turn, awaitsLanguage);
    if (isHeard && this.#stream === stream) this.#callbacks.handleReady();
    return isHeard;
  }

  /** Resolves to true when the speech in this stream is recognised. */
  async #hear(
    stream: MediaStream,
    preparing: Promise<SoundCapture | null>,
    turn: HeldTurn | null,
    awaitsLanguage: boolean,
  ): Promise<boolean> {
    const capture = await preparing;
    if (this.#stream !== stream) {
      capture?.close();
      return false;
    }
    this.#sound?.close();
    const sound = startCapture(stream, capture);
    this.#sound = sound;
    this.#state = 'on';
    const listening = this.ears.listenTo(stream, sound, turn);
    this.#report();
    try {
      await listening;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (this.#stream === stream) return this.#close('missing', message, awaitsLanguage);
      // The microphone may be open for something else by now.
      if (turn?.isCancelled === false) this.#callbacks.handleError(message);
      return false;
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

  #lost(stream: MediaStream): void {
    if (stream === this.#stream) this.#close('missing', unplugged);
  }

  /** A turn whose sound ends in the middle would wait for the rest for ever, and hold up every later one. */
  #close(state: MicrophoneState, message = '', lacksLanguage = false): false {
    this.#lacksLanguage = lacksLanguage;
    this.#turn?.cancel();
    this.#release(state);
    this.#report();
    this.ears.pause();
    if (message) this.#callbacks.handleError(message);
    return false;
  }

  #release(state: MicrophoneState): void {
    this.#state = state;
    this.#sound?.close();
    this.#sound = null;
    this.#turn = null;
    if (this.#stream !== null) stopTracks(this.#stream);
    this.#stream = null;
    this.#use.resolve(false);
    this.#use = Promise.withResolvers();
  }

  /** Comes after all that is done, because a page may do anything in the handler of an event. */
  #report(): void {
    const state = this.#state;
    if (state === this.#reported) return;
    this.#reported = state;
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
