import type { CapturedSound } from '@parley/client/sdk/ears';
import { frameMs } from '../capture/frame.ts';
import workerUrl from './activity-worker.ts?worker&url';
import type { ActivityMessage, ActivityRequest } from './messages.ts';
import { firstMessage, openWorker } from './open-worker.ts';

export type FrameHandler = (frame: Float32Array<ArrayBuffer>, probability: number, atMs: number) => void;

/** Reports for each frame the probability that it is speech. */
export class VoiceActivity {
  readonly #worker = openWorker(workerUrl);
  #sinceMs = 0;

  constructor(onFrame: FrameHandler) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ActivityMessage>) => {
      if (data.kind === 'frame') onFrame(data.frame, data.probability, this.#sinceMs + data.index * frameMs);
    });
  }

  async load(program: ArrayBuffer, model: ArrayBuffer): Promise<void> {
    const ready = firstMessage<ActivityMessage>(this.#worker, (message) =>
      message.kind === 'failed' ? new Error(message.reason) : message.kind === 'ready',
    );
    this.#send({ kind: 'load', program, model }, [program, model]);
    await ready;
  }

  listenTo({ frames, sinceMs }: CapturedSound): void {
    this.#sinceMs = sinceMs;
    this.#send({ kind: 'listen', frames }, [frames]);
  }

  /** Frames that have not been processed are dropped. */
  pause(): void {
    this.#send({ kind: 'pause' }, []);
  }

  close(): void {
    this.#worker.terminate();
  }

  #send(request: ActivityRequest, transfer: Transferable[]): void {
    this.#worker.postMessage(request, transfer);
  }
}
