import type { TSchema } from 'typebox';

/** An answer that is not JSON: a download, a sound or a stream of events. */
export type FileAnswer = { readonly file: readonly string[] };

export type CallShape = {
  readonly summary: string;
  readonly query?: Readonly<Record<string, TSchema>>;
  /** A call without this ignores any body that is sent. */
  readonly body?: TSchema | FileAnswer;
  readonly answer: TSchema | FileAnswer;
};

export const file = (...types: string[]): FileAnswer => ({ file: types });
