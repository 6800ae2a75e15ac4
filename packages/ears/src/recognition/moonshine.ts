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

  /** The recognised tokens, without the start and end tokens. */
  async tokens(samples: Float32Array<ArrayBuffer>): Promise<number[]> {
    const padded = samples.length < minSamples ? new Float32Array(minSamples) : samples;
    if (padded !== samples) padded.set(samples);
    const heard = await this.#encoder.run({
      input_values: new this.#ort.Tensor('float32', padded, [1, padded.length]),
    });
    const encoded = Object.values(heard)[0];
    if (encoded === undefined) throw new Error('the encoder returned nothing');
    const most = Math.max(minTokens, Math.ceil((samples.length / captureRate) * tokensPerSecond));
    const tokens: number[] = [];
    let past = this.#emptyCache();
    for (let last = startToken; tokens.length < most; ) {
      const output = await this.#step(last, encoded, past, tokens.length > 0);
      last = indexOfHighest(output.logits?.data as Float32Array);
      if (last === endToken) break;
      tokens.push(last);
      past = nextCache(past, output, tokens.length > 1);
    }
    return tokens;
  }

  #step(
    token: number,
    encoded: Tensor,
    past: Tensors,
    goesOn: boolean,
  ): Promise<InferenceSession.ReturnType> {
    return this.#decoder.run({
      ...past,
      input_ids: new this.#ort.Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
      encoder_hidden_states: encoded,
      use_cache_branch: new this.#ort.Tensor('bool', Uint8Array.of(goesOn ? 1 : 0), [1]),
    });
  }

  #emptyCache(): Tensors {
    const names = Array.from({ length: layers }, (_, layer) =>
      ['decoder', 'encoder'].flatMap((half) =>
        ['key', 'value'].map((part) => `past_key_values.${layer}.${half}.${part}`),
      ),
    ).flat();
    const empty = () => new this.#ort.Tensor('float32', new Float32Array(0), [0, heads, 1, headSize]);
    return Object.fromEntries(names.map((name) => [name, empty()]));
  }
}

/** The encoder part of the cache is computed once. The decoder part grows with each token. */
function nextCache(past: Tensors, output: InferenceSession.ReturnType, goesOn: boolean): Tensors {
  return Object.fromEntries(
    Object.entries(past).map(([name, before]) => {
      if (goesOn && name.includes('encoder')) return [name, before];
      return [name, output[name.replace('past_key_values', 'present')] ?? before];
    }),
  );
}

function indexOfHighest(scores: Float32Array): number {
  let best = 0;
  for (let i = 1; i < scores.length; i++) if ((scores[i] ?? 0) > (scores[best] ?? 0)) best = i;
  return best;
}
