import type { CapturedSound } from '@parley/client/sdk/ears';
import { frameMs } from '../capture/frame.ts';
import type { ActivityMessage, ActivityRequest } from './messages.ts';
import { firstMessage } from './open-worker.ts';

const closedText = 'voice activity detection is closed';

export type FrameHandler = (frame: Float32Array<ArrayBuffer>, probability: number, atMs: number) => void;

/** Reports for each frame the probability that it is speech. */
export class VoiceActivity {
  readonly #worker: Worker;
  /** Each microphone has a number. What the worker still reports of an earlier one is ignored. */
  #microphone = 0;
  #sinceMs = 0;
  #lastTurn = 0;
  readonly #turns = new Map<number, (probability: number | null) => void>();
  hasCrashed = false;
  #isClosed = false;

  constructor(worker: Worker, onFrame: FrameHandler, onEnd: () => void, onCrash: () => void) {
    this.#worker = worker;
    worker.addEventListener('error', () => {
      this.hasCrashed = true;
      this.close();
      onCrash();
    });
    worker.addEventListener('message', ({ data }: MessageEvent<ActivityMessage>) => {
      if ('microphone' in data && data.microphone !== this.#microphone) return;
      if (data.kind === 'frame') onFrame(data.frame, data.probability, this.#sinceMs + data.index * frameMs);
      if (data.kind === 'end') onEnd();
      if (data.kind !== 'turn') return;
      this.#turns.get(data.id)?.(data.probability);
      this.#turns.delete(data.id);
    });
  }

  async load(program: ArrayBuffer, model: ArrayBuffer): Promise<void> {
    const ready = firstMessage<ActivityMessage>(this.#worker, (message) =>
      message.kind === 'failed' ? new Error(message.reason) : message.kind === 'ready',
    );
    this.#send({ kind: 'load', program, model }, [program, model]);
    await ready;
  }

  async loadTurnModel(model: ArrayBuffer): Promise<void> {
    if (this.#isClosed) throw new Error(closedText);
    const ready = firstMessage<ActivityMessage>(this.#worker, (message) =>
      message.kind === 'turn-model-failed' ? new Error(message.reason) : message.kind === 'turn-model-ready',
    );
    this.#send({ kind: 'load-turn-model', model }, [model]);
    await ready;
  }

  /** The probability that the speaker of this sound is done. */
  async turnProbability(sound: Float32Array<ArrayBuffer>): Promise<number> {
    if (this.#isClosed) throw new Error(closedText);
    this.#lastTurn += 1;
    const id = this.#lastTurn;
    const answer = new Promise<number | null>((resolve) => this.#turns.set(id, resolve));
    this.#send({ kind: 'judge-turn', id, sound }, [sound.buffer]);
    const probability = await answer;
    if (probability === null) throw new Error('the turn model failed');
    return probability;
  }

  listenTo({ frames, sinceMs }: Pick<CapturedSound, 'frames' | 'sinceMs'>): void {
    this.#sinceMs = sinceMs;
    this.#microphone += 1;
    this.#send({ kind: 'listen', frames, microphone: this.#microphone }, [frames]);
  }

  /** Frames that have not been processed are dropped. */
  pause(): void {
    this.#microphone += 1;
    this.#send({ kind: 'pause' }, []);
  }

  close(): void {
    this.#isClosed = true;
    this.#worker.terminate();
    for (const resolve of this.#turns.values()) resolve(null);
    this.#turns.clear();
  }

  #send(request: ActivityRequest, transfer: Transferable[]): void {
    this.#worker.postMessage(request, transfer);
  }
}
