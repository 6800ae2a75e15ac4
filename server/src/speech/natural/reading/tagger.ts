/** The data of the tagger: an averaged perceptron whose features have readable names. */
export type TaggerData = {
  readonly tags: readonly string[];
  /** Words that nearly always have one tag. */
  readonly tagdict: Readonly<Record<string, string>>;
  /** Words that the features name. Others are named by their shape. */
  readonly vocab: readonly string[];
  readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

/** The weights of all features, one feature after the other. An object per feature would take four times the memory. */
type Weights = {
  /** The number of each feature. */
  readonly features: ReadonlyMap<string, number>;
  /** Where the weights of each feature start. */
  readonly starts: Uint32Array;
  readonly tags: Uint8Array;
  readonly values: Float64Array;
};

const lettersOnly = /^\p{L}+$/u;
const digitsOnly = /^[\p{Nd}\p{No}]+$/u;
const letter = /\p{L}/u;
const digit = /\p{Nd}/u;

/** Gives each word its part of speech, as a Penn Treebank tag. */
export class Tagger {
  readonly #tags: readonly string[];
  readonly #usual: ReadonlyMap<string, string>;
  readonly #vocabulary: ReadonlySet<string>;
  readonly #weights: Weights;

  constructor(data: TaggerData) {
    this.#tags = data.tags;
    this.#usual = new Map(Object.entries(data.tagdict));
    this.#vocabulary = new Set(data.vocab);
    this.#weights = packed(data);
  }

  tag(words: readonly string[]): string[] {
    const names = ['-START2-', '-START-', ...words.map((word) => this.#name(word)), '-END-', '-END2-'];
    const scores = new Float64Array(this.#tags.length);
    const assigned: string[] = [];
    words.forEach((word, index) => {
      const before = assigned[index - 1] ?? '-START-';
      const beforeThat = assigned[index - 2] ?? (index === 1 ? '-START-' : '-START2-');
      assigned.push(
        this.#usual.get(word) ?? this.#best(scores, features(word, names, index + 2, before, beforeThat)),
      );
    });
    return assigned;
  }

  #best(scores: Float64Array, of: readonly string[]): string {
    const { features: numbers, starts, tags, values } = this.#weights;
    scores.fill(0);
    for (const feature of of) {
      const number = numbers.get(feature);
      if (number === undefined) continue;
      const end = starts[number + 1] ?? 0;
      for (let at = starts[number] ?? 0; at < end; at += 1) {
        const tag = tags[at] ?? 0;
        scores[tag] = (scores[tag] ?? 0) + (values[at] ?? 0);
      }
    }
    let best = 0;
    scores.forEach((score, tag) => {
      if (score >= (scores[best] ?? 0)) best = tag;
    });
    return this.#tags[best] ?? 'NN';
  }

  #name(word: string): string {
    const plain = plainName(word);
    return this.#vocabulary.has(plain) ? plain : `<${shapeOf(word)}>`;
  }
}

function packed({ tags: names, weights }: TaggerData): Weights {
  const tagNumbers = new Map(names.map((tag, index) => [tag, index]));
  const features = new Map<string, number>();
  const [starts, tags, values]: [number[], number[], number[]] = [[0], [], []];
  for (const [feature, byTag] of Object.entries(weights)) {
    features.set(feature, features.size);
    for (const [tag, value] of Object.entries(byTag)) {
      tags.push(tagNumbers.get(tag) ?? 0);
      values.push(value);
    }
    starts.push(values.length);
  }
  return {
    features,
    starts: Uint32Array.from(starts),
    tags: Uint8Array.from(tags),
    values: Float64Array.from(values),
  };
}

/** The order of the features matters: weights are added in this order, and rounding decides between equal scores. */
function features(
  word: string,
  names: readonly string[],
  at: number,
  before: string,
  beforeThat: string,
): string[] {
  const name = (offset: number) => names[at + offset] ?? '';
  return [
    'b',
    `s3=${lastThree(word)}`,
    `p1=${String.fromCodePoint(word.codePointAt(0) ?? 0)}`,
    `w=${name(0)}`,
    `sh=${shapeOf(word)}`,
    at === 2 ? 'i0' : 'i+',
    `t-1=${before}`,
    `t-2=${beforeThat}`,
    `t-12=${before},${beforeThat}`,
    `w-2=${name(-2)}`,
    `w-1=${name(-1)}`,
    `s3-1=${lastThree(name(-1))}`,
    `w+1=${name(1)}`,
    `s3+1=${lastThree(name(1))}`,
    `w+2=${name(2)}`,
  ];
}

function lastThree(word: string): string {
  return [...word.slice(-6)].slice(-3).join('');
}

function plainName(word: string): string {
  if (word.includes('-') && !word.startsWith('-')) return '!HYPHEN';
  if (digitsOnly.test(word) && [...word].length === 4) return '!YEAR';
  if (digitsOnly.test(String.fromCodePoint(word.codePointAt(0) ?? 0))) return '!DIGITS';
  return word.toLowerCase();
}

/** What a word looks like: `Xx` for a name, `dd-x` for "10-year". */
function shapeOf(word: string): string {
  if (lettersOnly.test(word)) {
    const [lower, upper] = [word.toLowerCase(), word.toUpperCase()];
    if (lower === upper) return 'xX';
    if (word === lower) return 'x';
    if (word === upper) return word.length === 1 ? 'X1' : 'XX';
    return word.slice(1) === word.slice(1).toLowerCase() ? 'Xx' : 'xX';
  }
  if (digitsOnly.test(word)) return 'd';
  return [...word.slice(0, 8)]
    .slice(0, 4)
    .map((character) => (digit.test(character) ? 'd' : letter.test(character) ? 'x' : character))
    .join('');
}
