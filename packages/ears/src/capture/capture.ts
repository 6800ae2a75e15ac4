import type { CapturedSound, SoundCapture } from '@parley/client/sdk/ears';
import workletUrl from './capture-worklet.ts?worker&url';

/** Makes ready, before there is a microphone, what catches its sound: then no first word is lost. */
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

/** As frames in a port, which keeps them until somebody takes them: the page's own thread need not touch them. */
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
    close() {
      node.port.postMessage({ close: true });
      source.disconnect();
      void context.close();
    },
  };
}
