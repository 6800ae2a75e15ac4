import type { SpokenPart } from '../script/spoken-parts.ts';
import type { TimeSource } from '../timing/part-player.ts';
import type { Track } from '../timing/track.ts';
import { visemesOfLetters } from '../visemes/letter-visemes.ts';
import type { JsonObject } from './json-lines.ts';

export type Alignment = {
  readonly characters: readonly string[];
  readonly startsMs: readonly number[];
  readonly endsMs: readonly number[];
};

export function readAlignment({ alignment }: JsonObject): Alignment | undefined {
  if (typeof alignment !== 'object' || alignment === null) return undefined;
  const lists = alignment as Readonly<Record<string, unknown>>;
  const characters = lists.characters;
  const startsMs = millisecondsOf(lists.character_start_times_seconds);
  const endsMs = millisecondsOf(lists.character_end_times_seconds);
  if (!Array.isArray(characters) || startsMs === undefined || endsMs === undefined) return undefined;
  if (characters.length !== startsMs.length || characters.length !== endsMs.length) return undefined;
  return {
    characters: characters.map((character) => (typeof character === 'string' ? character : '')),
    startsMs,
    endsMs,
  };
}

function millisecondsOf(seconds: unknown): number[] | undefined {
  if (!Array.isArray(seconds)) return undefined;
  return seconds.map((value) => (typeof value === 'number' && Number.isFinite(value) ? value * 1_000 : 0));
}

type Letters = { text: string; starts: number[]; endMs: number };

const noLetters: Letters = { text: '', starts: [], endMs: 0 };
/** Some signs are written with several characters. */
const longestCharacter = 32;
/** Digits and abbreviations become longer when they are read out. Characters beyond that do not belong to this text. */
const maxSigns = (written: number): number => 200 + 10 * written;
/** The mouth closes between two words only for a pause of at least this length. */
const pauseMs = 120;

/** Joins the characters to words, and takes the visemes from their letters. */
export class CharacterTimes implements TimeSource {
  readonly #part: SpokenPart;
  readonly #track: Track;
  readonly #startMs: number;
  /** How many characters, without spaces, have been spoken at the end of each word. */
  readonly #wordEnds: readonly number[];
  readonly #maxSigns: number;
  #letters: Letters = { ...noLetters, starts: [] };
  #word = 0;
  #said = 0;
  #lastEndMs: number;
  #endMs = 0;
  knownMs: number;

  constructor(part: SpokenPart, track: Track, startMs: number) {
    this.#part = part;
    this.#track = track;
    this.#startMs = startMs;
    this.#lastEndMs = startMs;
    this.knownMs = startMs;
    let count = 0;
    this.#wordEnds = part.words.map(({ written }) => {
      count += [...written.replaceAll(' ', '')].length;
      return count;
    });
    this.#maxSigns = maxSigns(count);
  }

  take({ characters, startsMs, endsMs }: Alignment): void {
    // Times count from the start of the sound or, with some servers, from the start of each piece.
    const first = startsMs[0] ?? 0;
    const shift = this.#endMs > 0 && first < this.#endMs - 50 && first < 50 ? this.#endMs : 0;
    let endMs = this.#endMs;
    for (const [index, character] of characters.entries()) {
      if (this.#said >= this.#maxSigns) break;
      const from = shift + (startsMs[index] ?? 0);
      const to = shift + (endsMs[index] ?? 0);
      for (const sign of character.slice(0, longestCharacter).replace(/\s+/g, ''))
        this.#say(sign, this.#startMs + from, this.#startMs + to);
      endMs = Math.max(endMs, to);
    }
    this.#endMs = endMs;
    // The last word may continue in the next piece.
    this.knownMs = this.#letters.starts[0] ?? this.#startMs + endMs;
  }

  finish(): void {
    this.#endWord();
    this.#track.shape('sil', this.#lastEndMs);
  }

  #say(sign: string, startMs: number, endMs: number): void {
    this.#letters.text += sign;
    for (let unit = 0; unit < sign.length; unit += 1) this.#letters.starts.push(startMs);
    this.#letters.endMs = endMs;
    this.#said += 1;
    if (this.#said >= (this.#wordEnds[this.#word] ?? Number.POSITIVE_INFINITY)) this.#endWord();
  }

  #endWord(): void {
    const { text, starts, endMs } = this.#letters;
    this.#letters = { ...noLetters, starts: [] };
    const startMs = starts[0];
    if (startMs === undefined) return;
    const word = this.#part.words[this.#word];
    this.#word += 1;
    if (word !== undefined) this.#track.word(word, startMs, endMs);
    if (startMs - this.#lastEndMs >= pauseMs) this.#track.shape('sil', this.#lastEndMs);
    for (const { viseme, from } of visemesOfLetters(text)) this.#track.shape(viseme, starts[from] ?? startMs);
    this.#lastEndMs = endMs;
  }
}
