import { frameMs, frameSamples } from '../capture/frame.ts';
import { judgedAtMs, pauseMs, usualEndMs } from '../turn/silence-times.ts';

export type SegmentEvent =
  | { readonly kind: 'begin' }
  /** A silence that is still too short to be the end. */
  | { readonly kind: 'pause' }
  /** It is time to judge the silence. A long one was judged before. */
  | { readonly kind: 'silence'; readonly isLong: boolean }
  | { readonly kind: 'end'; readonly audio: Float32Array<ArrayBuffer> };

const frames = (ms: number): number => Math.round(ms / frameMs);

const speechThreshold = 0.5;
/** Between the two thresholds nothing changes. */
const silenceThreshold = 0.35;
const beginFrames = 3;
const preRollFrames = frames(320);
const pauseFrames = frames(pauseMs);
const judgedAt = judgedAtMs.map(frames);
const endFrames = frames(usualEndMs);
/** Sounds fade, so a little silence belongs to the last word. */
const tailFrames = frames(200);
const maxFramesAtPause = frames(20_000);
const maxFrames = frames(28_000);

/** Cuts sound into segments of continuous speech. */
export class Segmenter {
  #frames: Float32Array[] = [];
  #speaking = false;
  #candidates = 0;
  #silence = 0;
  #speech = 0;
  readonly #patienceFrames: number;
  readonly #judgeAgainAt: number;
  /** The present silence is being judged. */
  #isHeld = false;

  /** `patienceMs` is how long silence may last if the speaker is not done. */
  constructor(patienceMs: number) {
    this.#patienceFrames = frames(patienceMs);
    this.#judgeAgainAt = frames(patienceMs / 2);
  }

  /** The length of the current segment without the silence at its end. */
  get speechMs(): number {
    return this.#speech * frameMs;
  }

  /** The speaker pauses. */
  get isSilent(): boolean {
    return this.#silence > 0;
  }

  push(frame: Float32Array, probability: number): SegmentEvent | null {
    this.#frames.push(frame);
    return this.#speaking ? this.#continueSegment(probability) : this.#waitForSpeech(probability);
  }

  /** The sound of the current segment, up to the silence after the last word. */
  audio(): Float32Array<ArrayBuffer> {
    const surplus = Math.max(0, this.#silence - tailFrames);
    return joined(this.#frames.slice(0, this.#frames.length - surplus));
  }

  /** The same with all of the silence. */
  audioWithSilence(): Float32Array<ArrayBuffer> {
    return joined(this.#frames);
  }

  /** This pause is being judged. Until the verdict, and if the speaker is not done, it may last as long as the patience allows. */
  hold(): void {
    this.#isHeld = true;
  }

  /** There is no verdict. The usual silence ends the segment. */
  release(): void {
    this.#isHeld = false;
  }

  /** The speaker is done. Returns the sound of the segment. */
  finish(): Float32Array<ArrayBuffer> {
    return this.#end().audio;
  }

  #waitForSpeech(probability: number): SegmentEvent | null {
    this.#candidates = probability >= speechThreshold ? this.#candidates + 1 : 0;
    if (this.#candidates < beginFrames) {
      if (this.#frames.length >= preRollFrames + beginFrames) this.#frames.shift();
      return null;
    }
    this.#speaking = true;
    this.#speech = this.#candidates;
    this.#silence = 0;
    return { kind: 'begin' };
  }

  #continueSegment(probability: number): SegmentEvent | null {
    const isSilent = probability < (this.#silence > 0 ? speechThreshold : silenceThreshold);
    if (!isSilent) {
      this.#speech += this.#silence + 1;
      this.#silence = 0;
      this.#isHeld = false;
      return this.#frames.length >= maxFrames ? this.#end() : null;
    }
    this.#silence += 1;
    const enough =
      this.#frames.length >= maxFramesAtPause ? pauseFrames : this.#isHeld ? this.#patienceFrames : endFrames;
    if (this.#silence >= enough) return this.#end();
    if (this.#silence === pauseFrames) return { kind: 'pause' };
    if (judgedAt.includes(this.#silence)) return { kind: 'silence', isLong: false };
    return this.#isHeld && this.#silence === this.#judgeAgainAt ? { kind: 'silence', isLong: true } : null;
  }

  #end(): SegmentEvent & { readonly kind: 'end' } {
    const end = { kind: 'end', audio: this.audio() } as const;
    // If speech goes on without a pause, the next segment begins with the very next sample.
    this.#frames = this.#silence > 0 ? this.#frames.slice(-Math.min(this.#silence, preRollFrames)) : [];
    this.#speaking = false;
    this.#candidates = 0;
    this.#silence = 0;
    this.#speech = 0;
    this.#isHeld = false;
    return end;
  }
}

function joined(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(parts.length * frameSamples);
  parts.forEach((part, index) => {
    all.set(part, index * frameSamples);
  });
  return all;
}
