import type { LiveClient } from '../../live-client.ts';
import type { Emit } from '../calls/call.ts';
import type { CallManager } from '../calls/call-manager.ts';
import { HeldTurn } from './held-turn.ts';
import type { Microphone } from './microphone.ts';

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
  /** Released. It has the microphone until its tail has been heard. */
  #tail: HeldTurn | null = null;
  /** The microphone is opened only to be allowed. */
  #trial: HeldTurn | null = null;
  /** Resolves when the microphone may be free for another turn. */
  #freed = Promise.withResolvers<void>();
  /** The microphone is to be open whenever no turn needs it. */
  #isOpen = false;
  /** The page and the service know that a turn is held. */
  #isSpeechReported = false;

  constructor(microphone: Microphone, calls: Pick<CallManager, 'client'>, emit: Emit) {
    this.#microphone = microphone;
    this.#calls = calls;
    this.#emit = emit;
  }

  /** Asks for permission and loads what listening needs, but hears nothing. */
  async prepare(): Promise<boolean> {
    const isUnderWay = this.#held !== null || !this.#isFree || this.#microphone.state === 'on';
    if (isUnderWay) return true;
    const trial = new HeldTurn(() => {});
    trial.release();
    this.#trial = trial;
    const isReady = await this.#microphone.enable(trial);
    trial.cancel();
    if (!isReady) this.handleState();
    return isReady;
  }

  /** Opens the microphone. While a turn has it, that is done after the turn. */
  async open(): Promise<boolean> {
    this.#isOpen = true;
    while (this.#held === null && (this.#tail ?? this.#trial) !== null) await this.#freed.promise;
    if (this.#held !== null) return this.#held.listening;
    return this.#isOpen && this.#microphone.enable();
  }

  /** Closes the microphone, whatever it is open for. It stays closed after a turn, too. */
  close(): void {
    this.#isOpen = false;
    this.#held?.cancel();
    this.#held = null;
    this.#microphone.disable();
    this.#reportSpeech();
  }

  /** Silences the avatar. Resolves to true when it listens. */
  async start(): Promise<boolean> {
    if (this.#held !== null) return this.#held.listening;
    const { client } = this.#calls;
    if (client === null) return false;
    const turn = new HeldTurn((text) => this.#emit('user-transcript', { text, final: false }));
    this.#held = turn;
    turn.sent = this.#send(turn, client);
    client.interrupt();
    this.#reportSpeech();
    // A page may have cancelled it by now.
    if (this.#held === turn) this.#emit('turn-update', 'started');
    void this.#listen(turn);
    return turn.listening;
  }

  /** Resolves to true when the words were sent, and to false if there were none. */
  async end(): Promise<boolean> {
    const turn = this.#held;
    if (turn === null) return false;
    const { state, turn: heard } = this.#microphone;
    // The browser still asks for permission, or the device is not open for this turn yet.
    if (state !== 'on' || heard !== turn) return !this.cancel();
    this.#held = null;
    this.#ended = this.#tail = turn;
    void this.#close(turn);
    this.#reportSpeech();
    if (this.#held === null) this.#emit('turn-update', 'ended');
    return turn.sent;
  }

  /** Drops the turn. Nothing is sent. Returns false if there is none. */
  cancel(): boolean {
    const turn = this.#held ?? this.#ended;
    if (turn === null) return false;
    turn.cancel();
    if (turn === this.#held) {
      this.#held = null;
      this.#microphone.drop(turn);
      this.#resume();
      this.#reportSpeech();
    }
    return true;
  }

  /** The page was hidden, or something else has closed the microphone. */
  cancelHeld(): void {
    if (this.#held !== null) this.cancel();
  }

  /** The state of the microphone has changed. */
  handleState(): void {
    const trial = this.#trial;
    const { state, turn } = this.#microphone;
    if (state === 'asking') return;
    if (trial !== null && trial === turn) return void this.#microphone.finish(trial);
    this.#trial = null;
    if (state === 'denied' || state === 'missing') {
      // It cannot be used, and must not be opened again by itself.
      this.#isOpen = false;
      this.cancelHeld();
    }
    if (trial !== null) this.#resume();
    this.#free();
  }

  /** The avatar has begun to speak, for example because of a callback. */
  handleAvatarSpeech(): void {
    if (this.#held !== null) this.#calls.client?.interrupt();
  }

  async #listen(turn: HeldTurn): Promise<void> {
    while (!this.#isFree) await this.#freed.promise;
    if (turn.isCancelled) return;
    const microphone = this.#microphone;
    if (microphone.state === 'on') this.#isOpen = true;
    if (await microphone.enable(turn)) return turn.handleListening();
    if (this.#held === turn) this.cancel();
    turn.cancel();
  }

  async #close(turn: HeldTurn): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, tailMs));
    if (!(await this.#microphone.finish(turn))) turn.cancel();
    this.#tail = null;
    turn.release();
    this.#resume();
    this.#free();
  }

  async #send(turn: HeldTurn, client: LiveClient): Promise<boolean> {
    const text = await turn.words;
    if (this.#ended === turn) this.#ended = null;
    // Another call may have begun in the meantime.
    const isSent =
      Boolean(text) && this.#calls.client === client && client.sendMessage(text ?? '', { spoken: true });
    this.#emit('user-transcript', { text: isSent ? (text ?? '') : '', final: isSent });
    this.#emit('turn-update', isSent ? 'sent' : text === '' ? 'empty' : 'cancelled');
    // The next turn may have started in the meantime.
    if (this.#held !== null) this.#emit('turn-update', 'started');
    return isSent;
  }

  get #isFree(): boolean {
    return (this.#tail ?? this.#trial) === null && this.#microphone.state !== 'asking';
  }

  #free(): void {
    this.#freed.resolve();
    this.#freed = Promise.withResolvers();
  }

  #resume(): void {
    const needsIt = this.#held ?? this.#tail ?? this.#trial;
    if (this.#isOpen && needsIt === null) void this.#microphone.enable(null, true);
  }

  #reportSpeech(): void {
    const active = this.#held !== null;
    if (active === this.#isSpeechReported) return;
    this.#isSpeechReported = active;
    this.#calls.client?.userSpeech(active);
    this.#emit('user-speech', { active });
  }
}
