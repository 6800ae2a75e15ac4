import type { AudioFrame, ClientFrames, Heard, ServerFrames } from '@parley/protocol';

export type Sentence = Omit<ServerFrames['sentence'], 'type'>;
/** What belongs to the sound of a sentence. */
export type Speech = Omit<ServerFrames['speech'], 'type'>;

/** Plays what the avatar says. */
export interface Player {
  /** Played after the sentences before it. */
  sentence(sentence: Sentence): void;
  audio?(frame: AudioFrame): void;
  speech?(speech: Speech): void;
  /** No further sentence of this utterance will come. */
  utteranceEnd(utterance: number, sentences: number): void;
  /** Stops at once. Returns the words of this utterance that were heard. */
  stop(utterance: number): string;
}

/** What a player reports. */
export interface PlaybackReport {
  /** This many sentences were played to their end, and more follow. */
  played(utterance: number, sentences: number): void;
  /** The whole utterance was played. */
  finished(utterance: number, sentences: number): void;
}

export type MakePlayer = (report: PlaybackReport) => Player;

export type SendPlayback = (frame: ClientFrames['playback']) => unknown;

/** Knows which utterance is being played. Late frames of a stopped one are ignored. */
export class Playback implements PlaybackReport {
  #player: Player;
  #send: SendPlayback;
  #current: number | null = null;
  #stopped: number | null = null;

  constructor(makePlayer: MakePlayer, send: SendPlayback) {
    this.#player = makePlayer(this);
    this.#send = send;
  }

  get isPlaying(): boolean {
    return this.#current !== null;
  }

  /** False if the utterance was stopped. */
  handleSentence(sentence: Sentence): boolean {
    if (sentence.utterance === this.#stopped) return false;
    this.#current = sentence.utterance;
    this.#player.sentence(sentence);
    return true;
  }

  handleAudio(frame: AudioFrame): void {
    if (frame.utterance !== this.#stopped) this.#player.audio?.(frame);
  }

  handleSpeech(speech: Speech): void {
    if (speech.utterance !== this.#stopped) this.#player.speech?.(speech);
  }

  handleUtteranceEnd(utterance: number, sentences: number): boolean {
    if (utterance === this.#stopped) return false;
    this.#current = utterance;
    this.#player.utteranceEnd(utterance, sentences);
    return true;
  }

  /** Stops the utterance if it is being played; without an argument any utterance. Null if nothing was played. */
  stop(utterance = this.#current): Heard | null {
    if (this.#current === null || utterance !== this.#current) return null;
    this.#stopped = this.#current;
    this.#current = null;
    return { utterance: this.#stopped, text: this.#player.stop(this.#stopped) };
  }

  /**
   * After a drop the service repeats what was not reported as played, as a new utterance. A restarted service may
   * reuse numbers, so the number of a stopped utterance means nothing on the next socket.
   */
  handleLost(): Heard | null {
    const heard = this.stop();
    this.#stopped = null;
    return heard;
  }

  played(utterance: number, sentences: number): void {
    if (utterance === this.#current) this.#send({ type: 'playback', utterance, sentences, done: false });
  }

  finished(utterance: number, sentences: number): void {
    if (utterance !== this.#current) return;
    this.#current = null;
    this.#send({ type: 'playback', utterance, sentences, done: true });
  }
}
