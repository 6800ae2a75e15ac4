import type * as Ort from 'onnxruntime-web/wasm';
import { captureRate } from '../capture/frame.ts';
import { startTurnModel, turnSessionOptions } from '../turn/turn-model.ts';
import { ActivityModel } from './activity-model.ts';
import type { ActivityMessage, ActivityRequest } from './messages.ts';
import { prepareRuntime, sessionOptions } from './runtime.ts';
import { workerScope } from './worker-scope.ts';

const scope = workerScope<ActivityRequest, ActivityMessage>();
/** Speech from before the models were loaded is processed afterwards, at most this much of it. */
const maxWaitingFrames = Math.ceil((15 * captureRate) / 512);

/** Without a frame it is the end of the sound. */
type WaitingFrame = {
  readonly frame: Float32Array<ArrayBuffer> | null;
  readonly index: number;
  readonly microphone: number;
};

let activity: ActivityModel | null = null;
let runtime: typeof Ort | null = null;
let turnProbability: ((sound: Float32Array) => Promise<number>) | null = null;
let waiting: WaitingFrame[] = [];
let working = false;
let port: MessagePort | null = null;

scope.onmessage = ({ data }) => {
  if (data.kind === 'listen') return listenTo(data.frames, data.microphone);
  if (data.kind === 'pause') return pause();
  if (data.kind === 'load-turn-model') return loadTurnModel(data.model);
  if (data.kind === 'judge-turn') return judgeTurn(data.id, data.sound);
  load(data.program, data.model).then(
    () => {
      scope.postMessage({ kind: 'ready' });
      void processWaiting();
    },
    (error: unknown) => scope.postMessage({ kind: 'failed', reason: String(error) }),
  );
};

/** Replaces the previous microphone. */
function listenTo(frames: MessagePort, microphone: number): void {
  let index = 0;
  pause();
  activity?.reset();
  port = frames;
  frames.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer> | null>) => {
    waiting.push({ frame: data, index, microphone });
    index += 1;
    if (waiting.length > maxWaitingFrames) waiting.shift();
    void processWaiting();
  };
}

function pause(): void {
  port?.close();
  port = null;
  waiting = [];
}

async function processWaiting(): Promise<void> {
  if (working || activity === null) return;
  working = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { frame, index, microphone } = next;
    const probability = frame === null ? 0 : await activity.probabilityOf(frame);
    if (frame === null) scope.postMessage({ kind: 'end', microphone });
    else scope.postMessage({ kind: 'frame', frame, index, probability, microphone }, [frame.buffer]);
  }
  working = false;
}

function loadTurnModel(model: ArrayBuffer): void {
  startModel(model).then(
    () => scope.postMessage({ kind: 'turn-model-ready' }),
    (error: unknown) => scope.postMessage({ kind: 'turn-model-failed', reason: String(error) }),
  );
}

async function startModel(model: ArrayBuffer): Promise<void> {
  const ort = runtime;
  if (ort === null) throw new Error('the voice activity model comes first');
  const open = (bytes: Uint8Array) => ort.InferenceSession.create(bytes, turnSessionOptions);
  turnProbability = await startTurnModel(new Uint8Array(model), open, ort.Tensor);
}

function judgeTurn(id: number, sound: Float32Array): void {
  const answer = (probability: number | null) => {
    performance.measure('turn model', { start });
    scope.postMessage({ kind: 'turn', id, probability });
  };
  const start = performance.now();
  if (turnProbability === null) return answer(null);
  turnProbability(sound).then(answer, () => answer(null));
}

async function load(program: ArrayBuffer, model: ArrayBuffer): Promise<void> {
  const ort = prepareRuntime(program);
  runtime = ort;
  activity = new ActivityModel(await ort.InferenceSession.create(model, sessionOptions), ort.Tensor);
}
