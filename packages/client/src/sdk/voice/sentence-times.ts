/** When a word of a sentence is heard, and where it is in the text. */
export type Word = {
  readonly startMs: number;
  readonly endMs: number;
  readonly from: number;
  readonly to: number;
};

export type Viseme = { readonly viseme: string; readonly startMs: number; readonly durationMs: number };
