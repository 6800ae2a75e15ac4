import { frameMs } from '../capture/frame.ts';
import type { Recogniser } from '../recognition/recogniser.ts';
import type { TurnJudge } from '../turn/turn-judge.ts';
import { nextAttemptMs } from './attempt-schedule.ts';
import { isBackchannel } from './backchannel.ts';
import { BargeIn, type BargeInAction, type SpeechKind } from './barge-in.ts';
import { EchoMemory } from './echo.ts';
import { Segmenter } from './segmenter.ts';

export type ListenerCallbacks = {
  handleSpeech(active: boolean): void;
  handleWords(text: string, final: boolean): void;
  handleDuck(ducked: boolean): void;
  handleInterrupt(): void;
  handleError(message: string): void;
};

export type ListenerDeps = {
  readonly recogniser: Recogniser;
  readonly judge: TurnJudge;
  readonly patienceMs: number;
  readonly language: string;
  readonly callbacks: ListenerCallbacks;
  nowMs(): number;
};

/** A recognition that has been started, and perhaps finished. */
type Attempt = { readonly samples: number; readonly text: Promise<string | null> };

type Segment = {
  readonly number: number;
  readonly startMs: number;
  /** It began while the avatar was speaking. */
  readonly overAvatar: boolean;
  attempt: Attempt | null;
  isAttempting: boolean;
  nextAttemptMs: number;
  lastTookMs: number;
  isReported: boolean;
  hasPartial: boolean;
  hasEnded: boolean;
};

/** Turns microphone frames into words, and decides what they mean for the avatar. */
export class Listener {
  readonly #deps: ListenerDeps;
  readonly #segmenter: Segmenter;
  readonly #bargeIn = new BargeIn((action) => this.#applyAction(action));
  readonly #echo = new EchoMemory();
  readonly #closing = new AbortController();
  #segment: Segment | null = null;
  #segments = 0;
  #finals: Promise<void> = Promise.resolve();
  #avatarSpeaks = false;
  #lastSentence = '';

  constructor(deps: ListenerDeps) {
    this.#deps = deps;
    this.#segmenter = new Segmenter(deps.patienceMs);
  }

  /** Takes one frame, the probability that it is speech, and its start time. */
  handleFrame(frame: Float32Array, probability: number, atMs: number): void {
    if (this.#closing.signal.aborted) return;
    const event = this.#segmenter.push(frame, probability);
    if (event?.kind === 'begin') this.#begin(atMs - this.#segmenter.speechMs);
    const segment = this.#segment;
    if (segment === null) return;
    const { speechMs } = this.#segmenter;
    if (event?.kind === 'end') return this.#end(segment, event.audio, atMs + frameMs);
    if (event?.kind === 'pause' || event?.kind === 'still-silent')
      this.#judgeSilence(segment, atMs + frameMs, event.kind === 'still-silent');
    const { isExpensive, isReady } = this.#deps.recogniser;
    if (!isReady) return;
    this.#bargeIn.handleSpeech(speechMs);
    const due = speechMs >= segment.nextAttemptMs && (!isExpensive || this.#bargeIn.isUndecided);
    if (due || (event?.kind === 'pause' && !isExpensive)) this.#attempt(segment, atMs);
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
    this.#segments += 1;
    const segment: Segment = {
      number: this.#segments,
      startMs,
      overAvatar: this.#avatarSpeaks,
      attempt: null,
      isAttempting: false,
      nextAttemptMs: 0,
      lastTookMs: 0,
      isReported: false,
      hasPartial: false,
      hasEnded: false,
    };
    this.#segment = segment;
    this.#deps.judge.handleSegment(true);
    this.#bargeIn.handleBegin();
    segment.nextAttemptMs = nextAttemptMs(0, 0, this.#bargeIn.isUndecided, this.#deps.recogniser.isExpensive);
    if (!this.#bargeIn.isUndecided) this.#reportSpeech(segment);
  }

  /** Asks whether the visitor is done. While it is open whether they interrupt, half a second of silence must do. */
  #judgeSilence(segment: Segment, endMs: number, isAgain: boolean): void {
    const { judge } = this.#deps;
    if (!judge.isReady || this.#bargeIn.isUndecided) return;
    const { speechMs } = this.#segmenter;
    this.#segmenter.hold();
    void judge.isDone(this.#segmenter.audioWithSilence(), isAgain).then((isDone) => {
      const hasGoneOn = segment !== this.#segment || speechMs !== this.#segmenter.speechMs;
      if (hasGoneOn || isDone === false) return;
      if (isDone === null) return this.#segmenter.release();
      this.#end(segment, this.#segmenter.finish(), endMs);
    });
  }

  /** Tries to recognise what was said so far. */
  #attempt(segment: Segment, atMs: number): void {
    if (segment.isAttempting) return;
    const audio = this.#segmenter.audio();
    // Recognisers may transfer the buffer, which sets its length to 0.
    const samples = audio.length;
    if (segment.attempt?.samples === samples) return;
    const beganMs = this.#deps.nowMs();
    segment.isAttempting = true;
    const text = this.#recognise(audio, segment, false).then((text) => {
      segment.isAttempting = false;
      segment.lastTookMs = this.#deps.nowMs() - beganMs;
      const { speechMs } = this.#segmenter;
      segment.nextAttemptMs = nextAttemptMs(
        speechMs,
        segment.lastTookMs,
        this.#bargeIn.isUndecided,
        this.#deps.recogniser.isExpensive,
      );
      if (text !== null && !segment.hasEnded && segment === this.#segment)
        this.#handlePartialText(segment, text, atMs);
      return text;
    });
    segment.attempt = { samples, text };
  }

  #handlePartialText(segment: Segment, text: string, atMs: number): void {
    const kind = this.#classify(text, segment.startMs, atMs);
    this.#bargeIn.handleSpeechKind(kind, this.#segmenter.speechMs);
    if (this.#bargeIn.isUndecided || !this.#isAddressedToAvatar(kind, segment)) return;
    segment.hasPartial = true;
    this.#reportSpeech(segment);
    this.#deps.callbacks.handleWords(text, false);
  }

  #end(segment: Segment, audio: Float32Array<ArrayBuffer>, endMs: number): void {
    this.#segment = null;
    this.#deps.judge.handleSegment(false);
    const { attempt } = segment;
    const isKnown = attempt?.samples === audio.length && !this.#deps.recogniser.needsEnd;
    const text = isKnown ? attempt.text : this.#recognise(audio, segment, true);
    segment.hasEnded = true;
    const undecided = this.#bargeIn.isUndecided;
    // The segment is over, so the voice is restored at once, before the words are known.
    this.#bargeIn.handleEnd();
    if (segment.isReported) this.#deps.callbacks.handleSpeech(false);
    this.#finals = this.#finals.then(async () => {
      const words = await text;
      if (this.#closing.signal.aborted) return;
      const kind = words === null ? 'nothing' : this.#classify(words, segment.startMs, endMs);
      if (words !== null && this.#isAddressedToAvatar(kind, segment)) {
        if (undecided && this.#avatarSpeaks) this.#deps.callbacks.handleInterrupt();
        return this.#deps.callbacks.handleWords(words, true);
      }
      if (segment.hasPartial) this.#deps.callbacks.handleWords('', false);
    });
  }

  async #recognise(
    audio: Float32Array<ArrayBuffer>,
    { number: segment }: Segment,
    isLast: boolean,
  ): Promise<string | null> {
    const { recogniser } = this.#deps;
    try {
      return (await recogniser.recognise(audio, this.#closing.signal, { segment, isLast })).trim();
    } catch (error) {
      if (this.#closing.signal.aborted) return null;
      this.#deps.callbacks.handleError(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  #classify(text: string, fromMs: number, toMs: number): SpeechKind {
    if (!/[\p{L}\p{N}]/u.test(text)) return 'nothing';
    if (this.#echo.isEcho(text, fromMs, toMs)) return 'echo';
    const afterQuestion = /\?["'”’)\s]*$/.test(this.#lastSentence);
    return isBackchannel(text, this.#deps.language, afterQuestion) ? 'backchannel' : 'words';
  }

  #isAddressedToAvatar(kind: SpeechKind, { overAvatar }: Segment): boolean {
    return kind === 'words' || (kind === 'backchannel' && !this.#avatarSpeaks && !overAvatar);
  }

  #applyAction(action: BargeInAction): void {
    const { callbacks } = this.#deps;
    if (action === 'duck') return callbacks.handleDuck(true);
    if (action === 'restore') return callbacks.handleDuck(false);
    if (this.#segment !== null) this.#reportSpeech(this.#segment);
    callbacks.handleInterrupt();
    callbacks.handleDuck(false);
  }

  #reportSpeech(segment: Segment): void {
    if (segment.isReported) return;
    segment.isReported = true;
    this.#deps.callbacks.handleSpeech(true);
  }
}
