import type { AudioFrame } from '@parley/protocol';
import type { Sentence, Speech } from '../../playback.ts';
import type { DeviceSentence, DeviceSpeechStyle } from './device-sentence.ts';
import type { Viseme, Word } from './sentence-times.ts';

const readingMsPerCharacter = 55;
const minReadingMs = 700;

/** One sentence in the player. Times are milliseconds from its start. */
export class SpokenSentence {
  readonly sentence: Sentence;
  readonly words: Word[] = [];
  readonly visemes: Viseme[] = [];
  /** On the player's clock. Null before it has started. */
  startMs: number | null = null;
  endMs: number | null = null;
  readonly madeAt = performance.now();
  complete = false;
  hasSound = false;
  /** Samples a second. Null before the first times of the sentence have come. */
  rate: number | null = null;
  /** Sound that came before the rate. */
  readonly earlyAudio: AudioFrame[] = [];
  /** How the device speaks it, and its progress. Null if the sound comes from the service. */
  deviceStyle: DeviceSpeechStyle | null = null;
  device: DeviceSentence | null = null;
  /** What happens when it has been played. */
  readonly cues: (() => void)[] = [];
  readonly #pauseMs: number;
  #firstAt: number | null = null;

  /** `pauseMs` is the silence before it, unless the service's sound already contains it. */
  constructor(sentence: Sentence, pauseMs = 0) {
    this.sentence = sentence;
    this.#pauseMs = pauseMs;
  }

  take({ words, visemes, rate, device, done }: Speech): void {
    this.rate = rate;
    for (const [startMs, durationMs, from, to] of words)
      this.words.push({ startMs, endMs: startMs + durationMs, from, to });
    for (const [viseme, startMs, durationMs] of visemes) this.visemes.push({ viseme, startMs, durationMs });
    if (device !== undefined) this.deviceStyle = device;
    if (device !== undefined) this.hasSound = true;
    if (done) this.complete = true;
  }

  /** Called when this sentence is next. True while the pause before it lasts. */
  holds(nowMs: number): boolean {
    this.#firstAt ??= nowMs;
    return this.startMs === null && nowMs < this.#firstAt + this.#pauseMs;
  }

  /** A sentence without sound is shown for as long as it takes to read. */
  beginSilently(nowMs: number): void {
    const { length } = this.sentence.text;
    this.startMs = nowMs;
    this.endMs = nowMs + Math.max(minReadingMs, length * readingMsPerCharacter);
    this.complete = true;
  }

  /** The position on the time line of its words and visemes. */
  elapsed(nowMs: number): number {
    return this.device?.elapsedMs ?? nowMs - (this.startMs ?? nowMs);
  }

  /** How many characters have been spoken at this time. */
  reached(nowMs: number): number {
    if (this.startMs === null || nowMs < this.startMs) return 0;
    const { text } = this.sentence;
    if (this.complete && this.endMs !== null && nowMs >= this.endMs) return text.length;
    const at = this.elapsed(nowMs);
    if (this.words.length > 0) return this.words.findLast((word) => word.startMs <= at)?.to ?? 0;
    const whole = Math.max(1, (this.endMs ?? this.startMs) - this.startMs);
    const guess = Math.floor((text.length * at) / whole);
    return text.lastIndexOf(' ', guess) + 1;
  }
}
