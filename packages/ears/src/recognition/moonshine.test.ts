import type { InferenceSession } from 'onnxruntime-web/wasm';
import { expect, it } from 'vitest';
import { Moonshine } from './moonshine.ts';

const startToken = 1;
const endToken = 2;
const heads = 8;
const headSize = 36;
const vocabulary = 16;

/** A tensor that only holds its values. */
class Tensor {
  readonly type: string;
  readonly data: Float32Array;
  readonly dims: readonly number[];
  constructor(type: string, data: Float32Array, dims: readonly number[]) {
    this.type = type;
    this.data = data;
    this.dims = dims;
  }
}

type Feeds = Readonly<Record<string, { readonly data: ArrayLike<number | bigint>; readonly dims: number[] }>>;

/** A model that says these tokens. Its cache holds the tokens that it was given, one in each row of each head. */
function modelThatSays(said: readonly number[]) {
  const runs: number[][] = [];
  const encoder = { run: async () => ({ heard: new Tensor('float32', new Float32Array(1), [1, 1, 1]) }) };
  const run = async (feeds: Feeds) => {
    const given = Array.from(feeds.input_ids?.data ?? [], Number);
    runs.push(given);
    const cache = feeds['past_key_values.0.decoder.key'];
    const rows = cache?.dims[0] === 0 ? 0 : (cache?.dims[2] ?? 0);
    const before = Array.from({ length: rows }, (_, row) => Number(cache?.data[row * headSize]));
    const all = [...before, ...given];
    const logits = new Float32Array(given.length * vocabulary);
    given.forEach((_, at) => {
      const heard = all.slice(1, before.length + at + 1);
      const isRight = heard.every((token, index) => token === said[index]);
      logits[at * vocabulary + (isRight ? (said[heard.length] ?? endToken) : 15)] = 1;
    });
    const rowsNow = Float32Array.from(
      { length: heads * all.length * headSize },
      (_, at) => all[Math.floor(at / headSize) % all.length] ?? 0,
    );
    const present = new Tensor('float32', rowsNow, [1, heads, all.length, headSize]);
    const names = Array.from({ length: 6 }, (_, layer) => [
      `present.${layer}.decoder.key`,
      `present.${layer}.decoder.value`,
      `present.${layer}.encoder.key`,
      `present.${layer}.encoder.value`,
    ]).flat();
    return {
      logits: new Tensor('float32', logits, [1, given.length, vocabulary]),
      ...Object.fromEntries(names.map((name) => [name, present])),
    };
  };
  const session = (one: object) => one as unknown as InferenceSession;
  const runtime = { Tensor } as unknown as ConstructorParameters<typeof Moonshine>[0];
  return { model: new Moonshine(runtime, session(encoder), session({ run })), runs };
}

const sound = () => new Float32Array(32_000);
const said = [5, 6, 7, 8, 9];

it.each([
  ['no guess', [], [[startToken], [5], [6], [7], [8], [9]]],
  ['the first words', [5, 6, 7], [[startToken, 5, 6, 7], [8], [9]]],
  ['a wrong end', [5, 6, 4, 3], [[startToken, 5, 6, 4, 3], [7], [8], [9]]],
  ['a wrong beginning', [4, 6, 7], [[startToken, 4, 6, 7], [5], [6], [7], [8], [9]]],
  ['all of it', said, [[startToken, ...said]]],
  ['more than it', [...said, 10], [[startToken, ...said, 10]]],
] as const)('[EA49] after %s the same tokens are recognised', async (_, draft, runsOfTokens) => {
  const { model, runs } = modelThatSays(said);
  expect(await model.tokens(sound(), draft)).toEqual(said);
  expect(runs).toEqual(runsOfTokens);
});

it('[EA49] a model that repeats itself is stopped, however long the guess is', async () => {
  const endless = Array.from({ length: 99 }, () => 5);
  const { model } = modelThatSays(endless);
  expect(await model.tokens(sound(), endless)).toHaveLength(13);
  expect(await model.tokens(sound())).toHaveLength(13);
});
