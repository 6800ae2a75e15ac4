import type { AudioFrame, ClientFrames, Heard, ServerFrames } from '@parley/protocol';

export type Sentence = Omit<ServerFrames['sentence'], 'type'>;
/** Times that belong to a sentence's sound. */
export type Speech = Omit<ServerFrames['speech'], 'type'>;

/** Whatever makes the avatar's words heard. Times and sounds are its own business. */
export interface Player {
  /** To be played after the sentences before it. */
  sentence(sentence: Sentence): void;
  audio?(frame: AudioFrame): void;
  speech?(speech: Speech): void;
  /** No further sentence of this utterance will come. */
  utteranceEnd(utterance: number, sentences: number): void;
  /** Falls silent at once; the words of this utterance that were heard until then. */
  stop(utterance: number): string;
}

/** Where a player reports to. */
export interface PlaybackReport {
  /** So many sentences have been heard to their end, and more follow. */
  played(utterance: number, sentences: number): void;
  /** The whole utterance has been heard. */
  finished(utterance: number, sentences: number): void;
}

export type MakePlayer = (report: PlaybackReport) => Player;

export type SendPlayback = (frame: ClientFrames['playback']) => unknown;

/** Knows which utterance is being played; late frames of one that was stopped go no further. */
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

  /** False where the sentence belongs to something that was stopped. */
  handleSentence(sentence: Sentence): boolean {
    if (sentence.utterance === this.#stopped) return false;
    this.#current = sentence.utterance;
    this.#player.sentence(sentence);
    return true;
  }

  handleAudio(frame: AudioFrame): boolean {
    if (frame.utterance === this.#stopped) return false;
    this.#player.audio?.(frame);
    return true;
  }

  handleSpeech(speech: Speech): boolean {
    if (speech.utterance === this.#stopped) return false;
    this.#player.speech?.(speech);
    return true;
  }

  handleUtteranceEnd(utterance: number, sentences: number): boolean {
    if (utterance === this.#stopped) return false;
    this.#current = utterance;
    this.#player.utteranceEnd(utterance, sentences);
    return true;
  }

  /** Stops this utterance if it is the one being played, or whichever is; null where nothing was. */
  stop(utterance = this.#current): Heard | null {
    if (this.#current === null || utterance !== this.#current) return null;
    this.#stopped = this.#current;
    this.#current = null;
    return { utterance: this.#stopped, text: this.#player.stop(this.#stopped) };
  }

  /**
   * After a drop the service says again, under a new number, what was not reported as heard. A service that has been
   * restarted may count from the beginning, so the number of what was stopped means nothing on the next socket.
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
