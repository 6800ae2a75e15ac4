import { frameMs } from '../capture/frame.ts';
import { levelOf } from './level.ts';

/** Judges frames one by one: the probability that each is speech. */
export type SpeechDetector = { push(frame: Float32Array): void; close(): void };

export type RecogniserCheckDeps = {
  /** Loads the detector. Rejects if this browser cannot run it; then nothing is checked. */
  openDetector(onFrame: (probability: number) => void): Promise<SpeechDetector>;
  /** The visitor has spoken for seconds, and the recogniser has said nothing. */
  handleDeaf(): void;
};

/** Louder frames may be speech. */
const minLevel = 0.25;
/** A recogniser that works reports its first words sooner, so the detector is not loaded for it. */
const loadAfterFrames = Math.round(1_500 / frameMs);
const deafAfterFrames = Math.round(5_000 / frameMs);
const speechProbability = 0.5;

/**
 * Finds out whether the browser's recogniser hears anything. Some browsers have one that starts, and then reports
 * neither words nor errors. The first words end the check.
 */
export class RecogniserCheck {
  readonly #deps: RecogniserCheckDeps;
  /** Loud frames that the detector has not got yet. */
  #waiting: Float32Array[] = [];
  #detector: SpeechDetector | null = null;
  #isLoading = false;
  #speechFrames = 0;
  #isOver = false;

  constructor(deps: RecogniserCheckDeps) {
    this.#deps = deps;
  }

  handleFrame(frame: Float32Array): void {
    if (this.#isOver || levelOf(frame) < minLevel) return;
    if (this.#detector !== null) return this.#detector.push(frame);
    if (this.#waiting.length < deafAfterFrames) this.#waiting.push(frame);
    if (this.#isLoading || this.#waiting.length < loadAfterFrames) return;
    this.#isLoading = true;
    void this.#load();
  }

  /** The recogniser has reported words or an error, or it is closed. */
  close(): void {
    this.#isOver = true;
    this.#waiting = [];
    this.#detector?.close();
  }

  async #load(): Promise<void> {
    const detector = await this.#deps
      .openDetector((probability) => this.#judge(probability))
      .catch(() => null);
    if (detector === null || this.#isOver) {
      detector?.close();
      this.#isOver = true;
      return;
    }
    this.#detector = detector;
    for (const frame of this.#waiting) detector.push(frame);
    this.#waiting = [];
  }

  #judge(probability: number): void {
    if (this.#isOver || probability < speechProbability) return;
    this.#speechFrames += 1;
    if (this.#speechFrames < deafAfterFrames) return;
    this.close();
    this.#deps.handleDeaf();
  }
}
