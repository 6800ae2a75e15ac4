import type { Playback } from './play-sound.ts';

/** Plays one thing at a time: what is begun or stopped while something still loads takes its place. */
export class LatestPlayback {
  #number = 0;
  #playback: Playback | null = null;

  stop(): void {
    this.#number += 1;
    this.#playback?.stop();
    this.#playback = null;
  }

  /** Resolves to true if it plays. */
  async begin(start: (isCurrent: () => boolean) => Promise<Playback | null>): Promise<boolean> {
    this.stop();
    const number = this.#number;
    const isCurrent = () => number === this.#number;
    const playback = await start(isCurrent);
    if (isCurrent()) this.#playback = playback;
    else playback?.stop();
    return isCurrent() && playback !== null;
  }
}
