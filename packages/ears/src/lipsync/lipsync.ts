import modelUrl from '@met4citizen/headaudio/dist/model-en-mixed.bin?url';
import { Training } from '@met4citizen/headaudio/modules/training.mjs';
import { VisemeSmoother, type VisemeWeights, visemeNames } from './viseme-weights.ts';
import workletUrl from './worklet.ts?worker&url';

export type { VisemeName, VisemeWeights } from './viseme-weights.ts';

export type FollowOptions = {
  /** Where the sound is played, delayed to match the mouth. Without it the sound is not played. */
  readonly output?: AudioNode;
};

export type StreamFollower = {
  /** Releases everything. The stream belongs to the page and keeps running. */
  stop(): void;
};

/** How far the visemes lag behind their sound. */
export const visemeDelayMs = 100;

const loaded = new WeakMap<BaseAudioContext, Promise<void>>();

/**
 * Turns a stream of sound into mouth movement. `onVisemes` gets the weights of the 15 visemes once per drawn frame while
 * anything moves. Rejects if the stream has no sound or the browser has no audio worklets.
 */
export async function followStream(
  stream: MediaStream,
  onVisemes: (weights: VisemeWeights) => void,
  { output }: FollowOptions = {},
): Promise<StreamFollower> {
  if (stream.getAudioTracks().length === 0) throw new Error('The stream has no sound to follow.');
  const own = output === undefined ? new AudioContext() : null;
  const context = (output?.context ?? own) as AudioContext;
  try {
    return await follow(context, stream, onVisemes, output ?? null, own);
  } catch (error) {
    await own?.close();
    throw error;
  }
}

async function follow(
  context: AudioContext,
  stream: MediaStream,
  onVisemes: (weights: VisemeWeights) => void,
  output: AudioNode | null,
  own: AudioContext | null,
): Promise<StreamFollower> {
  const [{ model, buffer }] = await Promise.all([new Training().loadModel(modelUrl), loadWorklet(context)]);
  const detector = new AudioWorkletNode(context, 'parley-visemes', {
    numberOfInputs: 1,
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  detector.port.postMessage({ event: 'model', model }, [buffer]);
  const source = context.createMediaStreamSource(stream);
  source.connect(detector);
  const delay = output === null ? null : context.createDelay(1);
  if (delay !== null && output !== null) {
    delay.delayTime.value = visemeDelayMs / 1000;
    source.connect(delay).connect(output);
  }
  const stopMoving = forwardVisemes(detector.port, onVisemes);
  if (own?.state === 'suspended') void own.resume().catch(() => {});

  let stopped = false;
  return {
    stop() {
      if (stopped) return;
      stopped = true;
      stopMoving();
      detector.port.postMessage({ event: 'close' });
      source.disconnect();
      delay?.disconnect();
      void own?.close();
    },
  };
}

function loadWorklet(context: AudioContext): Promise<void> {
  const known = loaded.get(context);
  if (known !== undefined) return known;
  const loading = context.audioWorklet.addModule(workletUrl).catch((error: unknown) => {
    loaded.delete(context);
    throw error;
  });
  loaded.set(context, loading);
  return loading;
}

/** Passes visemes from the audio thread to the browser's animation frames. Returns a function that stops it. */
function forwardVisemes(port: MessagePort, onVisemes: (weights: VisemeWeights) => void): () => void {
  const mouth = new VisemeSmoother();
  let lastMs = performance.now();
  let frame: number | null = null;
  const draw = (nowMs: number) => {
    onVisemes(mouth.advance(nowMs - lastMs));
    lastMs = nowMs;
    frame = mouth.isAtRest ? null : requestAnimationFrame(draw);
  };
  port.onmessage = ({ data }: MessageEvent<{ event: string; viseme?: number | null }>) => {
    if (data.event === 'viseme' && typeof data.viseme === 'number')
      mouth.setTarget(visemeNames[data.viseme] ?? 'sil');
    if (data.event === 'ended') mouth.setTarget('sil');
    if (frame !== null || mouth.isAtRest) return;
    lastMs = performance.now();
    frame = requestAnimationFrame(draw);
  };
  return () => {
    port.onmessage = null;
    if (frame !== null) cancelAnimationFrame(frame);
    mouth.setTarget('sil');
    onVisemes(mouth.advance(Number.MAX_SAFE_INTEGER));
  };
}
