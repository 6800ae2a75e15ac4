import type { Emit } from '../calls/call.ts';
import type { CallManager } from '../calls/call-manager.ts';
import { HeldTurn } from './held-turn.ts';
import type { Microphone, MicrophoneState } from './microphone.ts';

/** The end of the last word often comes after the release. */
const tailMs = 200;

/** Turns that begin and end when the page says so. The microphone is closed between them. */
export class PushToTalk {
  readonly #microphone: Microphone;
  readonly #calls: Pick<CallManager, 'client'>;
  readonly #emit: Emit;
  #held: HeldTurn | null = null;
  /** Released, but not sent yet. */
  #ended: HeldTurn | null = null;
  #listening = Promise.resolve(false);
  #closing = Promise.resolve();
  /** Released. It has the microphone until its tail has been heard. */
  #tail: HeldTurn | null = null;
  #sending = Promise.resolve(false);
  /** The microphone is opened only to be allowed. Resolves when it is closed again. */
  #trial: PromiseWithResolvers<void> | null = null;
  /** The microphone was open before the turn. */
  #resumes = false;

  constructor(microphone: Microphone, calls: Pick<CallManager, 'client'>, emit: Emit) {
    this.#microphone = microphone;
    this.#calls = calls;
    this.#emit = emit;
  }

  /** Asks for permission and loads what listening needs, but hears nothing. */
  async prepare(): Promise<boolean> {
    if (this.#microphone.state === 'on' || this.#microphone.state === 'asking') return true;
    const trial = new HeldTurn(() => {});
    trial.release();
    this.#trial = Promise.withResolvers();
    const isReady = await this.#microphone.enable(trial);
    trial.cancel();
    return isReady;
  }

  /** Silences the avatar. Resolves to true when it listens. */
  start(): Promise<boolean> {
    if (this.#held !== null) return this.#listening;
    const { client } = this.#calls;
    const isAsking = this.#microphone.state === 'asking' && this.#trial === null;
    if (client === null || isAsking) return Promise.resolve(false);
    const turn = new HeldTurn((text) => this.#emit('user-transcript', { text, final: false }));
    this.#held = turn;
    client.interrupt();
    this.#speech(true);
    this.#emit('turn-update', 'started');
    this.#listening = this.#listen(turn);
    this.#sending = this.#send(turn);
    return this.#listening;
  }

  /** Resolves to true when the words were sent, and to false if there were none. */
  end(): Promise<boolean> {
    const turn = this.#held;
    if (turn === null) return Promise.resolve(false);
    // The browser still asks for permission, or the device is not open yet.
    if (this.#trial !== null || this.#microphone.state !== 'on') return Promise.resolve(!this.cancel());
    this.#held = null;
    this.#ended = turn;
    this.#speech(false);
    this.#emit('turn-update', 'ended');
    this.#closing = this.#close(turn);
    return this.#sending;
  }

  /** Drops the turn. Nothing is sent. Returns false if there is none. */
  cancel(): boolean {
    const turn = this.#held ?? this.#ended;
    if (turn === null) return false;
    turn.cancel();
    if (turn === this.#held) {
      this.#held = null;
      this.#speech(false);
      if (this.#tail !== null) return true;
      if (this.#trial === null) this.#microphone.disable();
      this.#resume();
    }
    return true;
  }

  /** The page was hidden, or something else has closed the microphone. */
  cancelHeld(): void {
    if (this.#held !== null) this.cancel();
  }

  handleState(state: MicrophoneState): void {
    if (state === 'asking') return;
    const trial = this.#trial;
    if (state === 'on') {
      if (trial !== null) void this.#microphone.finish();
      return;
    }
    this.#trial = null;
    trial?.resolve();
    // The visitor may hold the button already while the trial or the turn before ends.
    const isHandOver = trial !== null || this.#tail?.isCancelled === false;
    if (isHandOver && state === 'off') return;
    // Something else has closed the microphone, such as the end of the call. It must not be opened again.
    if (this.#held !== null || this.#tail !== null) this.#resumes = false;
    this.cancelHeld();
  }

  /** The avatar has begun to speak, for example because of a callback. */
  handleAvatarSpeech(): void {
    if (this.#held !== null) this.#calls.client?.interrupt();
  }

  async #listen(turn: HeldTurn): Promise<boolean> {
    await this.#closing;
    await this.#trial?.promise;
    if (turn.isCancelled) return false;
    const microphone = this.#microphone;
    if (microphone.state === 'on') {
      this.#resumes = true;
      // Its closing must not cancel this turn.
      this.#held = null;
      microphone.disable();
      this.#held = turn;
    }
    const isListening = await microphone.enable(turn);
    if (!isListening && this.#held === turn) this.cancel();
    if (!isListening) turn.cancel();
    return isListening;
  }

  async #close(turn: HeldTurn): Promise<void> {
    this.#tail = turn;
    await new Promise((resolve) => setTimeout(resolve, tailMs));
    await this.#microphone.finish();
    if (this.#tail === turn) this.#tail = null;
    turn.release();
    this.#resume();
  }

  async #send(turn: HeldTurn): Promise<boolean> {
    const text = await turn.words;
    if (this.#ended === turn) this.#ended = null;
    const isSent = Boolean(text) && this.#calls.client?.sendMessage(text ?? '', { spoken: true }) === true;
    this.#emit('user-transcript', { text: isSent ? (text ?? '') : '', final: isSent });
    this.#emit('turn-update', isSent ? 'sent' : text === '' ? 'empty' : 'cancelled');
    // The next turn may have started in the meantime.
    if (this.#held !== null) this.#emit('turn-update', 'started');
    return isSent;
  }

  #resume(): void {
    if (this.#resumes) void this.#microphone.enable();
    this.#resumes = false;
  }

  #speech(active: boolean): void {
    this.#calls.client?.userSpeech(active);
    this.#emit('user-speech', { active });
  }
}
