import { loadLipsync } from './lipsync-interface.ts';
import { StreamLips } from './stream-lips.ts';

export type OwnStreamCallbacks = {
  /** The face is to follow these lips from now on; null where nothing is followed any more. */
  handleLips(lips: StreamLips | null): void;
};

/** The page's own sound, which the avatar speaks with its lips. */
export class OwnStream {
  #url: string;
  #callbacks: OwnStreamCallbacks;
  #stream: MediaStream | null = null;
  #following: { stop(): void } | null = null;

  constructor(url: string, callbacks: OwnStreamCallbacks) {
    this.#url = url;
    this.#callbacks = callbacks;
  }

  get stream(): MediaStream | null {
    return this.#stream;
  }

  /** Rejects where the stream has no sound, and leaves things as they were. */
  async follow(stream: MediaStream | null, output: AudioNode | null): Promise<void> {
    if (stream === this.#stream) return;
    if (stream === null) return this.stop();
    const { followStream } = await loadLipsync(this.#url);
    const lips = new StreamLips();
    const options = output === null ? {} : { output };
    const following = await followStream(stream, (weights) => lips.take(weights), options);
    this.stop();
    this.#stream = stream;
    this.#following = following;
    this.#callbacks.handleLips(lips);
  }

  stop(): void {
    if (this.#stream === null) return;
    this.#following?.stop();
    this.#following = null;
    this.#stream = null;
    this.#callbacks.handleLips(null);
  }
}
