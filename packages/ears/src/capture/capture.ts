import workletUrl from './capture-worklet.ts?worker&url';

export type Capturing = { close(): void };

/** Leads the microphone's sound, as frames, to a port: the page's own thread need not touch it. */
export async function captureFrames(stream: MediaStream, target: MessagePort): Promise<Capturing> {
  const context = new AudioContext();
  try {
    await context.audioWorklet.addModule(workletUrl);
    if (context.state === 'suspended') await context.resume();
    const source = context.createMediaStreamSource(stream);
    const node = new AudioWorkletNode(context, 'parley-capture', {
      numberOfInputs: 1,
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: 'explicit',
    });
    node.port.postMessage({ target }, [target]);
    source.connect(node);
    return {
      close() {
        node.port.postMessage({ close: true });
        source.disconnect();
        void context.close();
      },
    };
  } catch (error) {
    await context.close();
    throw error;
  }
}
