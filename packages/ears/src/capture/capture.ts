import type { CapturedSound, SoundCapture } from '@parley/client/sdk/ears';
import workletUrl from './capture-worklet.ts?worker&url';

/** Prepares the capture before the microphone is open, so that the first word is not lost. */
export async function prepareCapture(): Promise<SoundCapture> {
  const context = new AudioContext();
  try {
    await context.audioWorklet.addModule(workletUrl);
  } catch (error) {
    await context.close();
    throw error;
  }
  return {
    start: (stream) => captureFrames(context, stream),
    close: () => void context.close(),
  };
}

/** Sends frames to a port. The port keeps them until a worker reads them, so the main thread never handles them. */
function captureFrames(context: AudioContext, stream: MediaStream): CapturedSound {
  const { port1, port2 } = new MessageChannel();
  const source = context.createMediaStreamSource(stream);
  const node = new AudioWorkletNode(context, 'parley-capture', {
    numberOfInputs: 1,
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  node.port.postMessage({ target: port2 }, [port2]);
  source.connect(node);
  if (context.state === 'suspended') void context.resume();
  return {
    frames: port1,
    sinceMs: performance.now(),
    end: () =>
      new Promise((resolve) => {
        node.port.onmessage = () => resolve();
        node.port.postMessage({ end: true });
      }),
    close() {
      node.port.postMessage({ close: true });
      source.disconnect();
      void context.close();
    },
  };
}
