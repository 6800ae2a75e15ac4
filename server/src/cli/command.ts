import type { Caller } from './caller.ts';

/** `texts` may be given more than once. */
export type FlagKind = 'text' | 'texts' | 'switch' | 'list';
export type Flag = { readonly kind: FlagKind; readonly about: string; readonly required?: true };
export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export type Call = {
  readonly flags: Flags;
  /** The one thing the verb acts on, such as an avatar's id; empty where it takes none. */
  readonly target: string;
  readonly service: Caller;
  readonly json: boolean;
  /** Prints a line at once, for what goes on while the command runs. */
  print(line: string): void;
};

export type Command = {
  readonly noun: string;
  /** Empty where the noun says it all. */
  readonly verb: string;
  readonly about: string;
  /** How the help names the thing the verb acts on; absent where it takes none. */
  readonly target?: string;
  /** The verb acts on several things at once: `target` holds them, separated by commas. */
  readonly manyTargets?: true;
  readonly flags: Readonly<Record<string, Flag>>;
  /** The result: printed whole with --json, else by `show`; undefined where all has been printed. */
  run(call: Call): Promise<unknown>;
  show?(result: never): string;
};

/** A mistake in how the command was written. */
export class UsageError extends Error {
  override name = 'UsageError';
}
