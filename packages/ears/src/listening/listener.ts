import { frameMs } from '../capture/frame.ts';
import type { Recogniser } from '../recognition/recogniser.ts';
import { isBackchannel } from './backchannel.ts';
import { BargeIn, type BargeInOrder, type Verdict } from './barge-in.ts';
import { EchoMemory } from './echo.ts';
import { nextAttemptMs } from './pace.ts';
import { Segmenter } from './segmenter.ts';

export type ListenerView = {
  handleSpeech(active: boolean): void;
  handleWords(text: string, final: boolean): void;
  handleDuck(ducked: boolean): void;
  handleInterrupt(): void;
  handleTrouble(message: string): void;
};

export type ListenerDeps = {
  readonly recogniser: Recogniser;
  readonly language: string;
  readonly view: ListenerView;
  nowMs(): number;
};

/** Something that was recognised, or is about to be. */
type Attempt = { readonly samples: number; readonly text: Promise<string | null> };

type Segment = {
  readonly startMs: number;
  /** It began while the avatar spoke. */
  readonly overAvatar: boolean;
  attempt: Attempt | null;
  attempting: boolean;
  nextAttemptMs: number;
  lastTookMs: number;
  told: boolean;
  partial: boolean;
  over: boolean;
};

/** Leads what the microphone hears to words, and decides what they mean for the avatar. */
export class Listener {
  readonly #deps: ListenerDeps;
  readonly #segmenter = new Segmenter();
  readonly #bargeIn = new BargeIn((order) => this.#take(order));
  readonly #echo = new EchoMemory();
  readonly #closing = new AbortController();
  #segment: Segment | null = null;
  #finals: Promise<void> = Promise.resolve();
  #avatarSpeaks = false;
  #lastSentence = '';

  constructor(deps: ListenerDeps) {
    this.#deps = deps;
  }

  /** One frame, how surely it is speech, and when it began. */
  handleFrame(frame: Float32Array, probability: number, atMs: number): void {
    if (this.#closing.signal.aborted) return;
    const event = this.#segmenter.push(frame, probability);
    if (event?.kind === 'begin') this.#begin(atMs - this.#segmenter.speechMs);
    const segment = this.#segment;
    if (segment === null) return;
    const { speechMs } = this.#segmenter;
    if (event?.kind === 'end') return this.#end(segment, event.audio, atMs + frameMs);
    const { costs, isReady } = this.#deps.recogniser;
    if (!isReady) return;
    this.#bargeIn.handleSpeech(speechMs);
    const due = speechMs >= segment.nextAttemptMs && (!costs || this.#bargeIn.isUndecided);
    if (due || (event?.kind === 'pause' && !costs)) this.#attempt(segment, atMs);
  }

  handleSentence(text: string): void {
    this.#lastSentence = text;
    this.#echo.handleSentence(text, this.#deps.nowMs());
  }

  handleAvatarSpeech(active: boolean): void {
    this.#avatarSpeaks = active;
    if (!active) this.#echo.handleSilence(this.#deps.nowMs());
    this.#bargeIn.handleAvatarSpeech(active);
  }

  close(): void {
    this.#bargeIn.handleEnd();
    this.#segment = null;
    this.#closing.abort();
  }

  #begin(startMs: number): void {
    const segment: Segment = {
      startMs,
      overAvatar: this.#avatarSpeaks,
      attempt: null,
      attempting: false,
      nextAttemptMs: 0,
      lastTookMs: 0,
      told: false,
      partial: false,
      over: false,
    };
    this.#segment = segment;
    this.#bargeIn.handleBegin();
    segment.nextAttemptMs = nextAttemptMs(0, 0, this.#bargeIn.isUndecided, this.#deps.recogniser.costs);
    if (!this.#bargeIn.isUndecided) this.#tellSpeech(segment);
  }

  /** Tries to understand what was said so far. */
  #attempt(segment: Segment, atMs: number): void {
    if (segment.attempting) return;
    const audio = this.#segmenter.audio();
    // Recognisers may take the sound away, and its length with it.
    const samples = audio.length;
    if (segment.attempt?.samples === samples) return;
    const beganMs = this.#deps.nowMs();
    segment.attempting = true;
    const text = this.#recognise(audio).then((text) => {
      segment.attempting = false;
      segment.lastTookMs = this.#deps.nowMs() - beganMs;
      const { speechMs } = this.#segmenter;
      segment.nextAttemptMs = nextAttemptMs(
        speechMs,
        segment.lastTookMs,
        this.#bargeIn.isUndecided,
        this.#deps.recogniser.costs,
      );
      if (text !== null && !segment.over && segment === this.#segment) this.#understood(segment, text, atMs);
      return text;
    });
    segment.attempt = { samples, text };
  }

  #understood(segment: Segment, text: string, atMs: number): void {
    const verdict = this.#judge(text, segment.startMs, atMs);
    this.#bargeIn.handleVerdict(verdict, this.#segmenter.speechMs);
    if (this.#bargeIn.isUndecided || !this.#counts(verdict, segment)) return;
    segment.partial = true;
    this.#tellSpeech(segment);
    this.#deps.view.handleWords(text, false);
  }

  #end(segment: Segment, audio: Float32Array<ArrayBuffer>, endMs: number): void {
    this.#segment = null;
    const { attempt } = segment;
    const text = attempt?.samples === audio.length ? attempt.text : this.#recognise(audio);
    segment.over = true;
    const undecided = this.#bargeIn.isUndecided;
    // What cannot be an interruption any more gives the voice back at once, before the words are known.
    this.#bargeIn.handleEnd();
    if (segment.told) this.#deps.view.handleSpeech(false);
    this.#finals = this.#finals.then(async () => {
      const words = await text;
      if (this.#closing.signal.aborted) return;
      const verdict = words === null ? 'nothing' : this.#judge(words, segment.startMs, endMs);
      if (words !== null && this.#counts(verdict, segment)) {
        if (undecided && this.#avatarSpeaks) this.#deps.view.handleInterrupt();
        return this.#deps.view.handleWords(words, true);
      }
      if (segment.partial) this.#deps.view.handleWords('', false);
    });
  }

  async #recognise(audio: Float32Array<ArrayBuffer>): Promise<string | null> {
    try {
      return (await this.#deps.recogniser.recognise(audio, this.#closing.signal)).trim();
    } catch (error) {
      if (this.#closing.signal.aborted) return null;
      this.#deps.view.handleTrouble(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  #judge(text: string, fromMs: number, toMs: number): Verdict {
    if (!/[\p{L}\p{N}]/u.test(text)) return 'nothing';
    if (this.#echo.isEcho(text, fromMs, toMs)) return 'echo';
    const afterQuestion = /\?["'”’)\s]*$/.test(this.#lastSentence);
    return isBackchannel(text, this.#deps.language, afterQuestion) ? 'backchannel' : 'words';
  }

  #counts(verdict: Verdict, { overAvatar }: Segment): boolean {
    return verdict === 'words' || (verdict === 'backchannel' && !this.#avatarSpeaks && !overAvatar);
  }

  #take(order: BargeInOrder): void {
    const { view } = this.#deps;
    if (order === 'duck') return view.handleDuck(true);
    if (order === 'restore') return view.handleDuck(false);
    if (this.#segment !== null) this.#tellSpeech(this.#segment);
    view.handleInterrupt();
    view.handleDuck(false);
  }

  #tellSpeech(segment: Segment): void {
    if (segment.told) return;
    segment.told = true;
    this.#deps.view.handleSpeech(true);
  }
}
