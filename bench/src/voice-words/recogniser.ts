import { readFile } from 'node:fs/promises';
import { Resampler } from '@parley/protocol/audio';
import tokenizer from 'llama-tokenizer-js';
import { Moonshine } from '../../../packages/ears/src/recognition/moonshine.ts';
import { loadOnnxRuntime } from '../../../server/src/speech/index.ts';

const models = new URL(
  '../../../node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/',
  import.meta.url,
);
const captureRate = 16_000;
/** Higher token numbers are control tokens of the model. */
const wordTokens = 32_000;
/** The model expects some silence around what is said. Much of it makes it miss short words. */
const padding = captureRate / 4;

export type Recogniser = { recognise(samples: Float32Array, sampleRate: number): Promise<string> };

/** The recogniser of the ears, in this process. */
export async function openRecogniser(silence: number = padding): Promise<Recogniser> {
  const runtime = await loadOnnxRuntime();
  const open = async (name: string) => await runtime.open(await readFile(new URL(name, models)));
  const encoder = await open('encoder_model.onnx');
  const model = new Moonshine(runtime, encoder, await open('decoder_model_merged.onnx'));
  return {
    async recognise(samples, sampleRate) {
      const resampler = new Resampler(sampleRate, captureRate);
      const [body, tail] = [resampler.push(samples), resampler.flush()];
      const sound = new Float32Array(silence + body.length + tail.length + silence);
      sound.set(body, silence);
      sound.set(tail, silence + body.length);
      const tokens = await model.tokens(sound);
      const words = tokens.filter((token) => token < wordTokens);
      return tokenizer.decode(words, false, false).trim();
    },
  };
}
