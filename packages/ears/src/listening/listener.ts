import { frameMs } from '../capture/frame.ts';
import type { Recogniser } from '../recognition/recogniser.ts';
import type { TurnJudge } from '../turn/turn-judge.ts';
import { sentenceEnd, verdictOf } from '../turn/verdict.ts';
import { Attempts } from './attempts.ts';
import { isBackchannel } from './backchannel.ts';
import { BargeIn, type BargeInAction, type SpeechKind } from './barge-in.ts';
import { EchoMemory } from './echo.ts';
import { Segmenter } from './segmenter.ts';
import { hasWords } from './words.ts';

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

type Segment = {
  readonly startMs: number;
  /** It began while the avatar was speaking. */
  readonly overAvatar: boolean;
  readonly attempts: Attempts;
  isReported: boolean;
  /** A pause came while the words before it were still being recognised. */
  hasMore: boolean;
  hasPartial: boolean;
};

/** Turns microphone frames into words, and decides what they mean for the avatar. */
export class Listener {
  readonly #deps: ListenerDeps;
  readonly #segmenter: Segmenter;
  readonly #bargeIn = new BargeIn((action) => this.#applyAction(action));
  readonly #echo = new EchoMemory();
  readonly #closing = new AbortController();
  #segment: Segment | null = null;
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
    if (event?.kind === 'silence') this.#judgeSilence(segment, atMs + frameMs, event.isLong);
    const { isExpensive, isReady } = this.#deps.recogniser;
    if (!isReady) return;
    this.#bargeIn.handleSpeech(speechMs);
    const isPause = event?.kind === 'pause' && !isExpensive;
    if (isPause || segment.attempts.isDue(speechMs)) void this.#attempt(segment, atMs);
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
    this.#deps.judge.handleSegment(true);
    this.#bargeIn.handleBegin();
    const { recogniser, nowMs, callbacks } = this.#deps;
    const segment: Segment = {
      startMs,
      overAvatar: this.#avatarSpeaks,
      attempts: new Attempts({
        recogniser,
        nowMs,
        signal: this.#closing.signal,
        isUndecided: () => this.#bargeIn.isUndecided,
        handleError: callbacks.handleError,
      }),
      isReported: false,
      hasMore: false,
      hasPartial: false,
    };
    this.#segment = segment;
    if (!this.#bargeIn.isUndecided) this.#reportSpeech(segment);
  }

  /** Asks whether the visitor is done. While it is open whether they interrupt, half a second of silence must do. */
  #judgeSilence(segment: Segment, endMs: number, isLong: boolean): void {
    const { judge, recogniser } = this.#deps;
    if (!judge.isReady || this.#bargeIn.isUndecided) return;
    const { speechMs } = this.#segmenter;
    this.#segmenter.hold();
    // Waiting for the words costs nothing: a turn cannot be sent without them.
    const words = recogniser.writesSentences ? segment.attempts.textOf(this.#segmenter.audio()) : null;
    const probability = judge.probability(this.#segmenter.audioWithSilence());
    void Promise.all([probability, words]).then(([probable, text]) => {
      const hasGoneOn = segment !== this.#segment || speechMs !== this.#segmenter.speechMs;
      if (hasGoneOn) return;
      const verdict = verdictOf(probable, isLong, sentenceEnd(text));
      if (verdict === 'usual') return this.#segmenter.release();
      if (verdict === 'done') this.#end(segment, this.#segmenter.finish(), endMs);
    });
  }

  /** Tries to recognise what was said so far. */
  async #attempt(segment: Segment, atMs: number): Promise<void> {
    const { attempts } = segment;
    segment.hasMore = attempts.isBusy;
    if (segment.hasMore) return;
    const text = await attempts.attempt(this.#segmenter.audio(), () => this.#segmenter.speechMs);
    if (segment !== this.#segment) return;
    if (text !== null) this.#handlePartialText(segment, text, atMs);
    if (segment.hasMore && this.#segmenter.isSilent) void this.#attempt(segment, atMs);
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
    const text = segment.attempts.whole(audio);
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

  #classify(text: string, fromMs: number, toMs: number): SpeechKind {
    if (!hasWords(text)) return 'nothing';
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
