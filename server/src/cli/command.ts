import type { Caller } from './caller.ts';

export type FlagKind = 'text' | 'switch' | 'list';
export type Flag = { readonly kind: FlagKind; readonly about: string; readonly required?: true };
export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export type Call = {
  readonly flags: Flags;
  /** The one thing the verb acts on, such as an avatar's id; empty where it takes none. */
  readonly target: string;
  readonly service: Caller;
};

export type Command = {
  readonly noun: string;
  readonly verb: string;
  readonly about: string;
  /** How the help names the thing the verb acts on; absent where it takes none. */
  readonly target?: string;
  readonly flags: Readonly<Record<string, Flag>>;
  /** The result: printed whole with --json, else by `show`. */
  run(call: Call): Promise<unknown>;
  show?(result: never): string;
};

/** A mistake in how the command was written. */
export class UsageError extends Error {
  override name = 'UsageError';
}
