import { loadLipsync } from './lipsync-interface.ts';
import { StreamLips } from './stream-lips.ts';

/** Lip-sync to a stream of the page. */
export class PageStream {
  #url: string;
  #onLips: (lips: StreamLips | null) => void;
  #stream: MediaStream | null = null;
  #following: { stop(): void } | null = null;

  /** The face follows the lips that `onLips` gets. Null means that nothing is followed. */
  constructor(url: string, onLips: (lips: StreamLips | null) => void) {
    this.#url = url;
    this.#onLips = onLips;
  }

  get stream(): MediaStream | null {
    return this.#stream;
  }

  /** Rejects if the stream has no sound, and then changes nothing. */
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
    this.#onLips(lips);
  }

  stop(): void {
    if (this.#stream === null) return;
    this.#following?.stop();
    this.#following = null;
    this.#stream = null;
    this.#onLips(null);
  }
}
