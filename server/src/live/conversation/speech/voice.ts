/** What a session needs from a voice. Times are milliseconds from the start of the sentence. */
export type Voice = {
  speak(sentence: SpokenInput, signal: AbortSignal): AsyncIterable<VoicePiece>;
  /** A client will need the voice soon, so its files can be loaded now. */
  prepare?(): void;
};

export type SpokenInput = {
  readonly markup: string;
  readonly text: string;
  readonly locale: string;
  /** The session of the sentence, so that one session with many sentences does not delay another. */
  readonly caller: string;
  /** How much sound the client still has to play before this sentence, in milliseconds. */
  readonly soundLeftMs: number;
  /** The client has voices of its own and can speak the sentence itself. */
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
  /** The client speaks the sentence with a voice of its own. */
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
  | { readonly kind: 'failure'; readonly message: string }
  | { readonly kind: 'end'; readonly durationMs: number };
