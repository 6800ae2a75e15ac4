import type { InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { captureRate } from '../capture/frame.ts';

/** The model needs the end of the previous frame with each frame. */
const contextSamples = 64;

/** The probability that a frame is speech (Silero). */
export class ActivityModel {
  readonly #session: Pick<InferenceSession, 'run'>;
  readonly #Tensor: typeof Tensor;
  #state: Tensor;
  #context = new Float32Array(contextSamples);

  constructor(session: Pick<InferenceSession, 'run'>, AnyTensor: typeof Tensor) {
    this.#session = session;
    this.#Tensor = AnyTensor;
    this.#state = this.#silent();
  }

  /** Forgets what it heard. */
  reset(): void {
    this.#state = this.#silent();
    this.#context = new Float32Array(contextSamples);
  }

  async probabilityOf(frame: Float32Array): Promise<number> {
    const input = new Float32Array(contextSamples + frame.length);
    input.set(this.#context);
    input.set(frame, contextSamples);
    this.#context = frame.slice(-contextSamples);
    const { output, stateN } = await this.#session.run({
      input: new this.#Tensor('float32', input, [1, input.length]),
      state: this.#state,
      sr: new this.#Tensor('int64', BigInt64Array.of(BigInt(captureRate)), []),
    });
    if (stateN !== undefined) this.#state = stateN;
    return Number(output?.data[0] ?? 0);
  }

  #silent(): Tensor {
    return new this.#Tensor('float32', new Float32Array(2 * 128), [2, 1, 128]);
  }
}
