import modelUrl from '@met4citizen/headaudio/dist/model-en-mixed.bin?url';
import { Training } from '@met4citizen/headaudio/modules/training.mjs';
import { MovingVisemes, type VisemeWeights, visemeNames } from './viseme-weights.ts';
import workletUrl from './worklet.ts?worker&url';

export type { VisemeName, VisemeWeights } from './viseme-weights.ts';

export type FollowOptions = {
  /** Where the sound goes, late by as much as the mouth is; left out, it is not played here. */
  readonly output?: AudioNode;
};

export type Following = {
  /** Lets go of everything; the stream itself is the page's own and goes on. */
  stop(): void;
};

/** How far the shapes are behind the sound that they belong to. */
export const visemeDelayMs = 100;

const loaded = new WeakMap<BaseAudioContext, Promise<void>>();

/**
 * Moves the mouth to a stream of sound: the weights of the 15 visemes, once for each frame that the browser draws
 * while anything moves. Rejects where the stream has no sound or the browser has no audio worklets.
 */
export async function followStream(
  stream: MediaStream,
  onVisemes: (weights: VisemeWeights) => void,
  { output }: FollowOptions = {},
): Promise<Following> {
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
): Promise<Following> {
  const [{ model, buffer }] = await Promise.all([new Training().loadModel(modelUrl), loadWorklet(context)]);
  const hearer = new AudioWorkletNode(context, 'parley-visemes', {
    numberOfInputs: 1,
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  hearer.port.postMessage({ event: 'model', model }, [buffer]);
  const source = context.createMediaStreamSource(stream);
  source.connect(hearer);
  const delay = output === null ? null : context.createDelay(1);
  if (delay !== null && output !== null) {
    delay.delayTime.value = visemeDelayMs / 1000;
    source.connect(delay).connect(output);
  }
  const stopMoving = drive(hearer.port, onVisemes);
  if (own?.state === 'suspended') void own.resume().catch(() => {});

  let stopped = false;
  return {
    stop() {
      if (stopped) return;
      stopped = true;
      stopMoving();
      hearer.port.postMessage({ event: 'close' });
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

/** Carries shapes from the audio thread to the frames of the browser; returns its stop. */
function drive(port: MessagePort, onVisemes: (weights: VisemeWeights) => void): () => void {
  const mouth = new MovingVisemes();
  let lastMs = performance.now();
  let frame: number | null = null;
  const draw = (nowMs: number) => {
    onVisemes(mouth.move(nowMs - lastMs));
    lastMs = nowMs;
    frame = mouth.atRest ? null : requestAnimationFrame(draw);
  };
  port.onmessage = ({ data }: MessageEvent<{ event: string; viseme?: number | null }>) => {
    if (data.event === 'viseme' && typeof data.viseme === 'number')
      mouth.aim(visemeNames[data.viseme] ?? 'sil');
    if (data.event === 'ended') mouth.aim('sil');
    if (frame !== null || mouth.atRest) return;
    lastMs = performance.now();
    frame = requestAnimationFrame(draw);
  };
  return () => {
    port.onmessage = null;
    if (frame !== null) cancelAnimationFrame(frame);
    mouth.aim('sil');
    onVisemes(mouth.move(Number.MAX_SAFE_INTEGER));
  };
}
