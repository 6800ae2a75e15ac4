import type { VisemeName } from '@parley/protocol';
import { levelOf } from '../pcm/samples.ts';
import type { WrittenWord } from '../script/written-words.ts';
import { visemesOfIpa, type WeightedViseme } from '../visemes/ipa.ts';
import { visemesOfLetters } from '../visemes/letter-visemes.ts';
import type { Track } from './track.ts';

export type EstimatedWord = {
  readonly word: WrittenWord;
  readonly shapes: readonly WeightedViseme[];
  readonly weight: number;
  /** The sum of the weights of the words before it. */
  readonly at: number;
};

const frameMs = 20;
const quietest = 80;
/** A frame softer than this share of the loudest one is a pause. */
const pauseShare = 0.05;
const pauseMs = 120;
/** How long a sound of weight 1 takes at normal speed. */
export const usualMs = 62;

/** Gives each word its visemes and their weights: from its letters, or from `shapesOf` if the sounds are known. */
export function withWeights(
  words: readonly WrittenWord[],
  shapesOf: (word: WrittenWord, index: number) => readonly WeightedViseme[] = ({ written, ipa }) =>
    ipa === undefined ? visemesOfLetters(written) : visemesOfIpa(ipa),
): EstimatedWord[] {
  let at = 0;
  return words.map((word, index) => {
    const shapes = shapesOf(word, index);
    const weight = Math.max(
      1,
      shapes.reduce((sum, shape) => sum + shape.weight, 0),
    );
    const weighted = { word, shapes, weight, at };
    at += weight;
    return weighted;
  });
}

/**
 * Estimates the times of words from the loudness of their sound. The text advances in loud frames and stops in pauses.
 * A pause near punctuation corrects the estimate.
 */
export class Estimator {
  readonly #words: readonly EstimatedWord[];
  readonly #track: Track;
  readonly #frame: number;
  #perFrame: number;
  #reached = 0;
  #next = 0;
  #atMs: number;
  #loudest = 0;
  #quietMs = 0;
  #open: { index: number; startMs: number } | undefined;
  #held = new Int16Array();

  /** `speechMs`: the total duration of the loud frames, if it is known. */
  constructor(
    words: readonly EstimatedWord[],
    track: Track,
    options: {
      readonly startMs: number;
      readonly sampleRate: number;
      readonly rate: number;
      readonly speechMs?: number | undefined;
    },
  ) {
    this.#words = words;
    this.#track = track;
    this.#atMs = options.startMs;
    this.#frame = Math.round((options.sampleRate * frameMs) / 1_000);
    const total = totalWeight(words);
    const weightMs =
      options.speechMs === undefined ? usualMs / options.rate : options.speechMs / Math.max(1, total);
    this.#perFrame = frameMs / Math.max(5, weightMs);
  }

  /** Up to here the times are final. A word is final when it has ended, a pause when it is long enough. */
  get knownMs(): number {
    return this.#open?.startMs ?? this.#atMs - Math.min(this.#quietMs, pauseMs);
  }

  push(samples: Int16Array): void {
    const all = new Int16Array(this.#held.length + samples.length);
    all.set(this.#held);
    all.set(samples, this.#held.length);
    let at = 0;
    for (; at + this.#frame <= all.length; at += this.#frame)
      this.#look(levelOf(all.subarray(at, at + this.#frame)));
    this.#held = all.slice(at);
  }

  /** Words that were not reached get the end of the sound as their time. */
  finish(endMs: number): void {
    this.#atMs = endMs;
    this.#close();
    for (; this.#next < this.#words.length; this.#next += 1) {
      const word = this.#words[this.#next]?.word;
      if (word !== undefined) this.#track.word(word, endMs, endMs);
    }
    this.#track.shape('sil', endMs);
  }

  #look(level: number): void {
    this.#loudest = Math.max(this.#loudest, level);
    const isQuiet = level < Math.max(quietest, this.#loudest * pauseShare);
    this.#quietMs = isQuiet ? this.#quietMs + frameMs : 0;
    if (!isQuiet) this.#continueSentence();
    else if (this.#quietMs === pauseMs || this.#loudest < quietest) this.#rest();
    this.#atMs += frameMs;
  }

  #continueSentence(): void {
    const word = this.#words[this.#next];
    if (word !== undefined && this.#reached >= word.at) {
      this.#close();
      this.#open = { index: this.#next, startMs: this.#atMs };
      this.#next += 1;
    }
    this.#track.shape(this.#shapeNow(), this.#atMs);
    this.#reached += this.#perFrame;
  }

  #rest(): void {
    const sinceMs = this.#atMs + frameMs - this.#quietMs;
    this.#track.shape('sil', sinceMs);
    this.#close(sinceMs);
    if (this.#next === 0) return;
    const boundary = nearestBoundary(this.#words, this.#reached);
    if (boundary !== undefined) this.#reached = boundary;
  }

  #close(endMs = this.#atMs): void {
    const word = this.#open === undefined ? undefined : this.#words[this.#open.index]?.word;
    if (this.#open !== undefined && word !== undefined) this.#track.word(word, this.#open.startMs, endMs);
    this.#open = undefined;
  }

  /** After the last word the visemes of that word repeat. */
  #shapeNow(): VisemeName {
    const word = this.#words[Math.max(0, this.#next - 1)];
    if (word === undefined || word.shapes.length === 0) return 'E';
    let inside = (this.#reached - word.at) % word.weight;
    for (const { viseme, weight } of word.shapes) {
      inside -= weight;
      if (inside < 0) return viseme;
    }
    return word.shapes.at(-1)?.viseme ?? 'E';
  }
}

export function totalWeight(words: readonly EstimatedWord[]): number {
  const last = words.at(-1);
  return last === undefined ? 0 : last.at + last.weight;
}

/** The end of a clause nearby, or else the end of a word very near. */
function nearestBoundary(words: readonly EstimatedWord[], reached: number): number | undefined {
  const ends = words.map(({ word, at, weight }) => ({
    at: at + weight,
    isClause: /[,.;:!?…)]$/.test(word.written),
  }));
  const near = (most: number, isClause: boolean) =>
    ends
      .filter((end) => end.isClause === isClause && Math.abs(end.at - reached) <= most)
      .toSorted((left, right) => Math.abs(left.at - reached) - Math.abs(right.at - reached))[0]?.at;
  return near(10, true) ?? near(3, false);
}

/** The total duration of the frames that are not pauses. */
export function speechDurationMs(samples: Int16Array, sampleRate: number): number {
  const size = Math.round((sampleRate * frameMs) / 1_000);
  const levels: number[] = [];
  for (let at = 0; at + size <= samples.length; at += size)
    levels.push(levelOf(samples.subarray(at, at + size)));
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  return levels.filter((level) => level >= Math.max(quietest, loudest * pauseShare)).length * frameMs;
}
