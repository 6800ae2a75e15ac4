/** `/sdk/lipsync.js` of the service exports this: the mouth moves to any stream of sound. */
export type LipsyncModule = {
  /**
   * `onVisemes` gets the weights, 0 to 1, of the 15 visemes (`aa`, `E`, … `sil`) once for each frame that is drawn.
   * The sound goes to `output` a tenth of a second late, as late as the mouth; without it nothing is played. Rejects
   * where the stream has no sound or the browser has no audio worklets.
   */
  followStream(
    stream: MediaStream,
    onVisemes: (weights: Readonly<Record<string, number>>) => void,
    options?: { readonly output?: AudioNode },
  ): Promise<{ stop(): void }>;
};

export const loadLipsync = (url: string): Promise<LipsyncModule> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ `${url}/sdk/lipsync.js`) as Promise<LipsyncModule>;
