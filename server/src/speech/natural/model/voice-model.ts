import { readFile } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-web/wasm';
import type { VoiceFiles } from '../voice-files.ts';
import { bins, type SpectralParts } from '../wave/frames.ts';
import { deliveredModel } from './model-file.ts';
import type { OnnxRuntime } from './onnx-runtime.ts';
import { withOutput } from './with-output.ts';

/** The model's output for one clause. */
export type ModelOutput = {
  readonly parts: SpectralParts;
  /** The pitch of each frame, in hertz. It is close to zero if the frame has no voice. */
  readonly pitchHz: Float32Array;
  /** How many frames each phoneme lasts; the first and the last number are silence around the clause. */
  readonly lengths: readonly number[];
};

/** The inner tensor with the length of each phoneme, in steps of two frames. */
const lengthsTensor = '/Clip_output_0';
const framesPerStep = 2;
const boundary = 0;

/**
 * The pace of a receptionist: at 1 the model says 300 words a minute. Other paces are made by stretching its frames,
 * because its lengths have steps of 25 ms: between 0.9 and 1.1 hardly any of them changes.
 */
const speed = 0.8;

/** The neural network of a voice. */
export class VoiceModel {
  readonly #runtime: OnnxRuntime;
  readonly #session: InferenceSession;
  readonly #ids: ReadonlyMap<string, number>;

  constructor(runtime: OnnxRuntime, session: InferenceSession, ids: ReadonlyMap<string, number>) {
    this.#runtime = runtime;
    this.#session = session;
    this.#ids = ids;
  }

  /** Phonemes that the model does not know have no length. */
  async speak(phonemes: readonly string[]): Promise<ModelOutput> {
    const known = phonemes.map((phoneme) => this.#ids.get(phoneme));
    const ids = [boundary, ...known.filter((id) => id !== undefined), boundary];
    const { Tensor } = this.#runtime;
    const output = await this.#session.run({
      ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      speed: new Tensor('float32', Float32Array.of(speed), [1]),
    });
    const floats = (name: string): Float32Array => {
      const data = output[name]?.data;
      if (!(data instanceof Float32Array)) throw new Error(`the model has no output "${name}"`);
      return data;
    };
    const pitchHz = floats('f0');
    const parts: SpectralParts = {
      frames: pitchHz.length,
      voiceLevel: floats('lh'),
      voicePhase: floats('theta'),
      noiseLevel: floats('ln'),
      restLevel: floats('lr'),
      restPhase: floats('phi'),
    };
    if (parts.voiceLevel.length !== bins * parts.frames) throw new Error('the model has another shape');
    return { parts, pitchHz, lengths: lengthsOf(known, floats(lengthsTensor), parts.frames) };
  }
}

function lengthsOf(known: readonly (number | undefined)[], steps: Float32Array, frames: number): number[] {
  let next = 1;
  const lengths = known.map((id) => {
    if (id === undefined) return 0;
    next += 1;
    return Math.round(framesPerStep * (steps[next - 1] ?? 0));
  });
  const first = Math.round(framesPerStep * (steps[0] ?? 0));
  const last = frames - first - lengths.reduce((sum, length) => sum + length, 0);
  if (last < 0) throw new Error('the lengths of the phonemes are longer than the sound');
  return [first, ...lengths, last];
}

/** `file` is the name of a model among the voice's files. */
export async function loadVoiceModel(
  runtime: OnnxRuntime,
  files: VoiceFiles,
  file = deliveredModel,
): Promise<VoiceModel> {
  const [model, vocabulary] = await Promise.all([
    readFile(files.file(file)),
    readFile(files.file('vocab.json'), 'utf8'),
  ]);
  const ids = new Map(Object.entries(JSON.parse(vocabulary) as Record<string, number>));
  return new VoiceModel(runtime, await runtime.open(withOutput(model, lengthsTensor)), ids);
}
