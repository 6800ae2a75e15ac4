import type { InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { hearingRate } from '../capture/frame.ts';
import type { ActivityNews, ActivityOrder } from './messages.ts';
import { prepareRuntime, sessionOptions } from './runtime.ts';
import { workerScope } from './worker-scope.ts';

const scope = workerScope<ActivityOrder, ActivityNews>();
/** The model wants the end of the frame before with each frame. */
const contextSamples = 64;
/** What was said while the models were loading is heard afterwards, if it is not too old. */
const mostWaiting = Math.ceil((15 * hearingRate) / 512);

type Waiting = { readonly frame: Float32Array<ArrayBuffer>; readonly index: number };

let judge: ((frame: Float32Array) => Promise<number>) | null = null;
let reset = (): void => {};
let waiting: Waiting[] = [];
let working = false;
let heard: MessagePort | null = null;

scope.onmessage = ({ data }) => {
  if (data.kind === 'hear') return hear(data.frames);
  if (data.kind === 'rest') return rest();
  load(data.program, data.model).then(
    () => {
      scope.postMessage({ kind: 'ready' });
      void work();
    },
    (error: unknown) => scope.postMessage({ kind: 'failed', reason: String(error) }),
  );
};

/** A new microphone takes the place of the one before. */
function hear(frames: MessagePort): void {
  let index = 0;
  rest();
  reset();
  heard = frames;
  frames.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => {
    waiting.push({ frame: data, index });
    index += 1;
    if (waiting.length > mostWaiting) waiting.shift();
    void work();
  };
}

function rest(): void {
  heard?.close();
  heard = null;
  waiting = [];
}

async function work(): Promise<void> {
  if (working || judge === null) return;
  working = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const probability = await judge(next.frame);
    scope.postMessage({ kind: 'frame', ...next, probability }, [next.frame.buffer]);
  }
  working = false;
}

async function load(program: ArrayBuffer, model: ArrayBuffer): Promise<void> {
  const ort = prepareRuntime(program);
  const session: InferenceSession = await ort.InferenceSession.create(model, sessionOptions);
  const rate = new ort.Tensor('int64', BigInt64Array.of(BigInt(hearingRate)), []);
  const silent = () => new ort.Tensor('float32', new Float32Array(2 * 128), [2, 1, 128]);
  let state: Tensor = silent();
  let context = new Float32Array(contextSamples);
  reset = () => {
    state = silent();
    context = new Float32Array(contextSamples);
  };
  judge = async (frame) => {
    const input = new Float32Array(contextSamples + frame.length);
    input.set(context);
    input.set(frame, contextSamples);
    context = frame.slice(-contextSamples);
    const tensor = new ort.Tensor('float32', input, [1, input.length]);
    const { output, stateN } = await session.run({ input: tensor, state, sr: rate });
    if (stateN !== undefined) state = stateN;
    return Number(output?.data[0] ?? 0);
  };
}
