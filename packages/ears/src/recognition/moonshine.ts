import type { InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { captureRate } from '../capture/frame.ts';

/** Any model runtime will do. */
type Runtime = Pick<typeof import('onnxruntime-web/wasm'), 'Tensor'>;
type Tensors = Record<string, Tensor>;

/** The dimensions of the tiny model. */
const layers = 6;
const heads = 8;
const headSize = 36;
const startToken = 1;
const endToken = 2;
/** People speak fewer tokens in a second. A model that produces more is only repeating itself. */
const tokensPerSecond = 6.5;
const minTokens = 12;
/** The model misrecognises shorter sounds, so they are padded. */
const minSamples = captureRate;

/** Runs the model: the encoder once, then the decoder token by token. */
export class Moonshine {
  readonly #ort: Runtime;
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;

  constructor(ort: Runtime, encoder: InferenceSession, decoder: InferenceSession) {
    this.#ort = ort;
    this.#encoder = encoder;
    this.#decoder = decoder;
  }

  /**
   * The recognised tokens, without the start and end tokens. A draft is a guess at them, as the tokens of the same sound
   * when it was shorter: one run of the decoder checks all of it, where each other token takes a run of its own.
   */
  async tokens(samples: Float32Array<ArrayBuffer>, draft: readonly number[] = []): Promise<number[]> {
    const padded = samples.length < minSamples ? new Float32Array(minSamples) : samples;
    if (padded !== samples) padded.set(samples);
    const most = Math.max(minTokens, Math.ceil((samples.length / captureRate) * tokensPerSecond));
    const heard = await this.#encoder.run({
      input_values: new this.#ort.Tensor('float32', padded, [1, padded.length]),
    });
    const encoded = Object.values(heard)[0];
    if (encoded === undefined) throw new Error('the encoder returned nothing');
    const guess = draft.slice(0, most - 1);
    const first = await this.#run([startToken, ...guess], encoded, this.#emptyCache(), false);
    const answers = highestOfEach(first.logits);
    const right = guess.findIndex((token, at) => token !== answers[at]);
    const tokens = right < 0 ? guess : guess.slice(0, right);
    let last = answers[tokens.length] ?? endToken;
    let past = this.#firstCache(first, tokens.length + 1);
    while (last !== endToken && tokens.push(last) < most) {
      const output = await this.#run([last], encoded, past, true);
      last = highestOfEach(output.logits)[0] ?? endToken;
      past = nextCache(past, output);
    }
    return tokens;
  }

  #run(
    tokens: readonly number[],
    encoded: Tensor,
    past: Tensors,
    goesOn: boolean,
  ): Promise<InferenceSession.ReturnType> {
    const ids = BigInt64Array.from(tokens, (token) => BigInt(token));
    return this.#decoder.run({
      ...past,
      input_ids: new this.#ort.Tensor('int64', ids, [1, tokens.length]),
      encoder_hidden_states: encoded,
      use_cache_branch: new this.#ort.Tensor('bool', Uint8Array.of(goesOn ? 1 : 0), [1]),
    });
  }

  /** What the first run leaves, up to the last of these tokens. */
  #firstCache(output: InferenceSession.ReturnType, tokens: number): Tensors {
    return Object.fromEntries(
      cacheNames.flatMap((name) => {
        const tensor = output[presentName(name)];
        if (tensor === undefined) return [];
        return [[name, name.includes('encoder') ? tensor : this.#firstRows(tensor, tokens)]];
      }),
    );
  }

  /** The first rows of each head. */
  #firstRows(tensor: Tensor, rows: number): Tensor {
    const all = tensor.dims[2] ?? rows;
    if (rows >= all) return tensor;
    const data = tensor.data as Float32Array;
    const kept = new Float32Array(heads * rows * headSize);
    for (let head = 0; head < heads; head += 1) {
      const start = head * all * headSize;
      kept.set(data.subarray(start, start + rows * headSize), head * rows * headSize);
    }
    return new this.#ort.Tensor('float32', kept, [1, heads, rows, headSize]);
  }

  #emptyCache(): Tensors {
    const empty = () => new this.#ort.Tensor('float32', new Float32Array(0), [0, heads, 1, headSize]);
    return Object.fromEntries(cacheNames.map((name) => [name, empty()]));
  }
}

const cacheNames = Array.from({ length: layers }, (_, layer) =>
  ['decoder', 'encoder'].flatMap((half) =>
    ['key', 'value'].map((part) => `past_key_values.${layer}.${half}.${part}`),
  ),
).flat();
const presentName = (name: string): string => name.replace('past_key_values', 'present');

/** The encoder part of the cache is computed once. The decoder part grows with each token. */
function nextCache(past: Tensors, output: InferenceSession.ReturnType): Tensors {
  return Object.fromEntries(
    Object.entries(past).map(([name, before]) => [
      name,
      name.includes('encoder') ? before : (output[presentName(name)] ?? before),
    ]),
  );
}

/** The most probable token at each position. */
function highestOfEach(logits: Tensor | undefined): number[] {
  const [, positions = 0, tokens = 0] = logits?.dims ?? [];
  const scores = logits?.data as Float32Array;
  return Array.from({ length: positions }, (_, at) =>
    indexOfHighest(scores.subarray(at * tokens, (at + 1) * tokens)),
  );
}

function indexOfHighest(scores: Float32Array): number {
  let best = 0;
  for (let i = 1; i < scores.length; i++) if ((scores[i] ?? 0) > (scores[best] ?? 0)) best = i;
  return best;
}
