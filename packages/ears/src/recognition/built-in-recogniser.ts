import type { RecognitionMessage, RecognitionRequest } from './messages.ts';
import { firstMessage } from './open-worker.ts';
import { type Recogniser, type SegmentPart, stoppedText } from './recogniser.ts';

const notUnderstoodText = 'Could not understand you. Please say it again, or type.';

type PendingRequest = { resolve(text: string): void; reject(error: Error): void };

/** Recognises English on this device. No sound leaves it. */
export class BuiltInRecogniser implements Recogniser {
  readonly isExpensive = false;
  readonly writesSentences = true;
  isReady = false;
  hasCrashed = false;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PendingRequest>();
  #last = 0;
  #isClosed = false;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<RecognitionMessage>) => {
      if (data.kind === 'ready' || data.id === null) return;
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.kind === 'recognised') waiting?.resolve(data.text);
      else waiting?.reject(new Error(notUnderstoodText));
    });
    // It may run out of memory.
    worker.addEventListener('error', () => {
      this.hasCrashed = true;
      this.close();
    });
  }

  async load(program: ArrayBuffer, encoder: ArrayBuffer, decoder: ArrayBuffer): Promise<void> {
    const ready = firstMessage<RecognitionMessage>(this.#worker, (message) =>
      message.kind === 'failed' && message.id === null ? new Error(message.reason) : message.kind === 'ready',
    );
    this.#send({ kind: 'load', program, encoder, decoder }, [program, encoder, decoder]);
    await ready;
    this.isReady = true;
  }

  recognise(
    samples: Float32Array<ArrayBuffer>,
    signal: AbortSignal,
    { segment }: SegmentPart,
  ): Promise<string> {
    if (this.#isClosed) return Promise.reject(new Error(stoppedText));
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ kind: 'recognise', id, segment, samples }, [samples.buffer]);
      signal.addEventListener(
        'abort',
        () => {
          if (!this.#waiting.delete(id)) return;
          this.#send({ kind: 'cancel', id });
          reject(new Error('cancelled'));
        },
        { once: true },
      );
    });
  }

  /** A request without an answer would keep its turn waiting for ever. */
  close(): void {
    this.#isClosed = true;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Error(stoppedText));
    this.#waiting.clear();
  }

  #send(request: RecognitionRequest, transfer: Transferable[] = []): void {
    this.#worker.postMessage(request, transfer);
  }
}
