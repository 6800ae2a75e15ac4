import { parseArgs } from 'node:util';
import { type Command, type Flags, UsageError } from './command.ts';
import { didYouMean } from './did-you-mean.ts';

export type ParsedCommand = {
  readonly command: Command;
  readonly flags: Flags;
  readonly target: string;
  readonly json: boolean;
};

export const nameOf = ({ noun, verb }: Command): string => (verb === '' ? noun : `${noun} ${verb}`);

const isWhole = (command: Command): boolean => command.verb === '';

/** The command that the first words name; undefined if there is none. */
export function findCommand(words: readonly string[], commands: readonly Command[]): Command | undefined {
  const [noun, verb] = words;
  const ofNoun = commands.filter((candidate) => candidate.noun === noun);
  return ofNoun.find((candidate) => candidate.verb === verb) ?? ofNoun.find(isWhole);
}

/** Finds the command and reads its flags. Throws a UsageError that says how to write it. */
export function readArguments(words: readonly string[], commands: readonly Command[]): ParsedCommand {
  const [noun = '', verb = ''] = words;
  const command = findCommand(words, commands);
  if (command === undefined) throw new UsageError(unknownCommand(noun, verb, commands));

  const { values, positionals } = parse(command, words.slice(isWhole(command) ? 1 : 2)) as {
    values: Flags;
    positionals: string[];
  };
  const [target = '', ...tooMany] = command.manyTargets ? [positionals.join(',')] : positionals;
  if (tooMany.length > 0 || (command.target === undefined && target !== '')) {
    throw new UsageError(
      `"${tooMany[0] ?? target}" is not expected here. "parley ${nameOf(command)} --help" explains the command.`,
    );
  }
  const isOptional = command.target?.startsWith('[') ?? true;
  if (!isOptional && target === '') {
    throw new UsageError(`${command.target} is missing. Run: parley ${nameOf(command)} ${command.target}`);
  }
  const missing = Object.entries(command.flags).find(
    ([name, flag]) => flag.required && values[name] === undefined,
  );
  if (missing !== undefined) throw new UsageError(`--${missing[0]} is missing: ${missing[1].about}.`);
  const { json, ...flags } = values;
  return { command, flags: splitLists(command, flags), target, json: json === true };
}

function parse(command: Command, rest: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.flags).map(([name, { kind }]) => {
      const type = kind === 'switch' ? ('boolean' as const) : ('string' as const);
      return [name, { type, multiple: kind === 'texts' }];
    }),
  );
  try {
    return parseArgs({
      args: joinNegativeNumbers(rest),
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
      allowNegative: true,
      strict: true,
    });
  } catch (error) {
    const known = [...Object.keys(command.flags), 'json'].map((name) => `--${name}`);
    const reason = error instanceof Error ? (error.message.split(/[.;]\s/)[0] ?? '') : '';
    const unknown = /Unknown option '(--[^' =]+)/.exec(reason)?.[1];
    throw new UsageError(flagProblem(nameOf(command), reason, unknown, known));
  }
}

function flagProblem(
  name: string,
  reason: string,
  unknown: string | undefined,
  known: readonly string[],
): string {
  const help = `"parley ${name} --help" explains each flag.`;
  if (unknown === undefined) return `${reason}. ${help}`;
  const hint = didYouMean(unknown, known);
  const list = hint === '' ? ` It has: ${known.join(' ')}.` : hint;
  return `"${name}" has no flag ${unknown}.${list} ${help}`;
}

/** Joins "--flag -1" to "--flag=-1". Otherwise the parser would take the number for a flag. */
function joinNegativeNumbers(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1) ?? '';
    if (/^-\d+$/.test(word) && /^--[^=]+$/.test(before)) joined.splice(-1, 1, `${before}=${word}`);
    else joined.push(word);
  }
  return joined;
}

function splitLists(command: Command, flags: Flags): Flags {
  const split = (text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return Object.fromEntries(
    Object.entries(flags).map(([name, value]) => {
      const isList = command.flags[name]?.kind === 'list' && typeof value === 'string';
      return [name, isList ? split(value.trim()) : value];
    }),
  );
}

function unknownCommand(noun: string, verb: string, commands: readonly Command[]): string {
  const verbs = commands.filter((command) => command.noun === noun).map((command) => command.verb);
  if (verbs.length > 0) {
    const problem = verb === '' ? `"${noun}" needs a verb` : `"${noun}" has no verb "${verb}"`;
    return `${problem}.${didYouMean(verb, verbs)} It has: ${verbs.join(', ')}.`;
  }
  const nouns = [...new Set(commands.map((command) => command.noun))];
  return `There is no command "${noun}".${didYouMean(noun, nouns)} The commands are ${nouns.join(', ')}. "parley help" explains them.`;
}
