import type { CaughtSound } from '@parley/client/sdk/ears';
import { frameMs } from '../capture/frame.ts';
import workerUrl from './activity-worker.ts?worker&url';
import type { ActivityNews, ActivityOrder } from './messages.ts';
import { firstNews, openWorker } from './open-worker.ts';

export type FrameHandler = (frame: Float32Array<ArrayBuffer>, probability: number, atMs: number) => void;

/** Tells of each frame of the microphone how surely somebody speaks in it. */
export class VoiceActivity {
  readonly #worker = openWorker(workerUrl);
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

  hear({ frames, sinceMs }: CaughtSound): void {
    this.#sinceMs = sinceMs;
    this.#send({ kind: 'hear', frames }, [frames]);
  }

  /** What has not been judged by now is forgotten. */
  rest(): void {
    this.#send({ kind: 'rest' }, []);
  }

  close(): void {
    this.#worker.terminate();
  }

  #send(order: ActivityOrder, transfer: Transferable[]): void {
    this.#worker.postMessage(order, transfer);
  }
}
