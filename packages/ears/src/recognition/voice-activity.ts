import { type Capturing, captureFrames } from '../capture/capture.ts';
import { frameMs } from '../capture/frame.ts';
import workerUrl from './activity-worker.ts?worker&url';
import type { ActivityNews, ActivityOrder } from './messages.ts';
import { firstNews, openWorker } from './open-worker.ts';

export type FrameHandler = (frame: Float32Array<ArrayBuffer>, probability: number, atMs: number) => void;

/** Tells of each frame of the microphone how surely somebody speaks in it. */
export class VoiceActivity {
  readonly #worker = openWorker(workerUrl);
  #capturing: Capturing | null = null;
  #sinceMs = 0;

  constructor(onFrame: FrameHandler) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ActivityNews>) => {
      if (data.kind === 'frame') onFrame(data.frame, data.probability, this.#sinceMs + data.index * frameMs);
    });
  }

  async load(program: ArrayBuffer, model: ArrayBuffer): Promise<void> {
    const ready = firstNews<ActivityNews>(this.#worker, (news) =>
      news.kind === 'failed' ? new Error(news.reason) : news.kind === 'ready',
    );
    this.#send({ kind: 'load', program, model }, [program, model]);
    await ready;
  }

  /** May be called before the models are there: what is said meanwhile is heard then. */
  async hear(stream: MediaStream): Promise<void> {
    this.rest();
    const { port1, port2 } = new MessageChannel();
    this.#send({ kind: 'hear', frames: port1 }, [port1]);
    this.#capturing = await captureFrames(stream, port2);
    this.#sinceMs = performance.now();
  }

  rest(): void {
    this.#capturing?.close();
    this.#capturing = null;
  }

  close(): void {
    this.rest();
    this.#worker.terminate();
  }

  #send(order: ActivityOrder, transfer: Transferable[]): void {
    this.#worker.postMessage(order, transfer);
  }
}
