/** What a session needs of a voice. Times are milliseconds from the beginning of the sentence. */
export type Voice = {
  speak(sentence: SpokenWish, signal: AbortSignal): AsyncIterable<VoicePiece>;
};

export type SpokenWish = {
  readonly markup: string;
  readonly text: string;
  readonly locale: string;
  /** For whom, so that one session with much to say does not keep another waiting. */
  readonly caller: string;
};

export type VoicePiece =
  | { readonly kind: 'start'; readonly format: { readonly sampleRate: number } }
  | {
      readonly kind: 'timing';
      readonly visemes: readonly {
        readonly viseme: string;
        readonly startMs: number;
        readonly durationMs: number;
      }[];
      readonly words: readonly {
        readonly startMs: number;
        readonly durationMs: number;
        readonly from: number;
        readonly to: number;
      }[];
      readonly marks: readonly { readonly name: string; readonly atMs: number }[];
    }
  | { readonly kind: 'audio'; readonly durationMs: number; readonly pcm: Uint8Array }
  | { readonly kind: 'end'; readonly durationMs: number };
