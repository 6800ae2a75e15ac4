import type { InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { captureRate } from '../capture/frame.ts';
import type { ActivityMessage, ActivityRequest } from './messages.ts';
import { prepareRuntime, sessionOptions } from './runtime.ts';
import { workerScope } from './worker-scope.ts';

const scope = workerScope<ActivityRequest, ActivityMessage>();
/** The model needs the end of the previous frame with each frame. */
const contextSamples = 64;
/** Speech from before the models were loaded is processed afterwards, at most this much of it. */
const maxWaitingFrames = Math.ceil((15 * captureRate) / 512);

type WaitingFrame = { readonly frame: Float32Array<ArrayBuffer>; readonly index: number };

let speechProbability: ((frame: Float32Array) => Promise<number>) | null = null;
let reset = (): void => {};
let waiting: WaitingFrame[] = [];
let working = false;
let microphone: MessagePort | null = null;

scope.onmessage = ({ data }) => {
  if (data.kind === 'listen') return listenTo(data.frames);
  if (data.kind === 'pause') return pause();
  load(data.program, data.model).then(
    () => {
      scope.postMessage({ kind: 'ready' });
      void processWaiting();
    },
    (error: unknown) => scope.postMessage({ kind: 'failed', reason: String(error) }),
  );
};

/** Replaces the previous microphone. */
function listenTo(frames: MessagePort): void {
  let index = 0;
  pause();
  reset();
  microphone = frames;
  frames.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => {
    waiting.push({ frame: data, index });
    index += 1;
    if (waiting.length > maxWaitingFrames) waiting.shift();
    void processWaiting();
  };
}

function pause(): void {
  microphone?.close();
  microphone = null;
  waiting = [];
}

async function processWaiting(): Promise<void> {
  if (working || speechProbability === null) return;
  working = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const probability = await speechProbability(next.frame);
    scope.postMessage({ kind: 'frame', ...next, probability }, [next.frame.buffer]);
  }
  working = false;
}

async function load(program: ArrayBuffer, model: ArrayBuffer): Promise<void> {
  const ort = prepareRuntime(program);
  const session: InferenceSession = await ort.InferenceSession.create(model, sessionOptions);
  const rate = new ort.Tensor('int64', BigInt64Array.of(BigInt(captureRate)), []);
  const silent = () => new ort.Tensor('float32', new Float32Array(2 * 128), [2, 1, 128]);
  let state: Tensor = silent();
  let context = new Float32Array(contextSamples);
  reset = () => {
    state = silent();
    context = new Float32Array(contextSamples);
  };
  speechProbability = async (frame) => {
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
