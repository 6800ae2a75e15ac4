import type { Service } from './service.ts';

/** A `texts` flag may be used more than once. A `list` has commas in its value. */
export type FlagKind = 'text' | 'texts' | 'switch' | 'list';
export type Flag = { readonly kind: FlagKind; readonly about: string; readonly required?: true };
export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** The inputs of a command. */
export type CommandContext = {
  readonly flags: Flags;
  /** What the verb acts on, such as an avatar's id; empty if it takes none. */
  readonly target: string;
  readonly service: Service;
  readonly json: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The data folder of the service on this machine. */
  readonly dataDir: string;
  /** Prints a line while the command is still running. */
  print(line: string): void;
  /** Prints a line that does not belong to the result. */
  printError(line: string): void;
  /** Sets the exit code of a command that did its work. It is 0 otherwise. */
  exitWith(code: number): void;
};

export type Command = {
  readonly noun: string;
  /** Empty if the noun alone is the command. */
  readonly verb: string;
  readonly about: string;
  /** What the help calls the thing that the verb acts on; absent if it takes none. */
  readonly target?: string;
  /** The verb acts on several things. `target` holds them, separated by commas. */
  readonly manyTargets?: true;
  readonly flags: Readonly<Record<string, Flag>>;
  /** The result is printed as JSON with --json, otherwise by `show`; undefined if nothing is left to print. */
  run(context: CommandContext): Promise<unknown>;
  show?(result: never): string;
};

const isTarget = (word: string): boolean => /^\[?[A-Z]/.test(word);

/** Makes a command from its usage, such as "key show KEY" or "listen". */
export function command(
  usage: string,
  about: string,
  rest: Omit<Command, 'noun' | 'verb' | 'about' | 'target'>,
): Command {
  const words = usage.split(' ');
  const target = words.find(isTarget);
  const [noun = '', verb = ''] = words.filter((word) => !isTarget(word));
  return { noun, verb, about, ...(target === undefined ? {} : { target }), ...rest };
}

/** The command failed. The message says why and what to do. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
}

/** The command line is wrong. The message says how to write it. */
export class UsageError extends Error {
  override name = 'UsageError';
}
