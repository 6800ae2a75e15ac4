/** The exports of the service's `/sdk/lipsync.js`, which moves the mouth to any stream of sound. */
export type LipsyncModule = {
  /**
   * `onVisemes` gets the weights, 0 to 1, of the 15 visemes (`aa`, `E`, … `sil`) once per drawn frame. The sound goes to
   * `output` with a delay of a tenth of a second, which matches the mouth. Without `output` nothing is played. Rejects if
   * the stream has no sound or the browser has no audio worklets.
   */
  followStream(
    stream: MediaStream,
    onVisemes: (weights: Readonly<Record<string, number>>) => void,
    options?: { readonly output?: AudioNode },
  ): Promise<{ stop(): void }>;
};

export const loadLipsync = (url: string): Promise<LipsyncModule> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ `${url}/sdk/lipsync.js`) as Promise<LipsyncModule>;
