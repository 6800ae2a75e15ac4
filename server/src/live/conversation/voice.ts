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
  /** The client has voices of its own and will speak itself, where it is asked to. */
  readonly deviceSpeaks: boolean;
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
  /** The client is to speak the sentence with a voice of its own. */
  | {
      readonly kind: 'device';
      readonly voice: string;
      readonly language: string;
      readonly rate: number;
      readonly pitch: number;
      readonly volume: number;
      readonly marks: readonly { readonly name: string; readonly at: number }[];
    }
  /** The avatar's voice failed, and another one speaks instead. */
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'end'; readonly durationMs: number };
