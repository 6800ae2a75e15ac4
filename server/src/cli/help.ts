import { nameOf } from './arguments.ts';
import type { Command, Flag } from './command.ts';

/** Every command on a line of its own. */
export function helpText(commands: readonly Command[]): string {
  return [
    'parley NOUN VERB … talks to the running service as its operator.',
    'It finds the service by its data folder. Set DATA_DIR if the service uses another folder than the default.',
    'Set PARLEY_URL and PARLEY_KEY (a management key) to talk to a service anywhere, for the account of that key.',
    '--json prints the result as JSON. --version prints the version. NOUN VERB --help explains a command and its flags.',
    '',
    ...listed(commands),
    '',
  ].join('\n');
}

/** The commands of one noun. */
export function nounHelp(commands: readonly Command[]): string {
  return [...listed(commands), '', 'NOUN VERB --help explains a command and its flags.', ''].join('\n');
}

/** One command with a line for each flag. */
export function commandHelp(command: Command): string {
  const flags = Object.entries(command.flags).map(([name, flag]): readonly [string, string] => [
    flagText(name, flag),
    `${flag.about}${flag.required ? ' (required)' : ''}`,
  ]);
  return [
    `parley ${usage(command)}`,
    '',
    `  ${command.about.replace(/^./, (first) => first.toUpperCase()).replace(/\.?$/, '.')}`,
    '',
    ...columns([...flags, ['--json', 'print the result as JSON']]),
    '',
  ].join('\n');
}

const listed = (commands: readonly Command[]): string[] =>
  columns(commands.map((command) => [withTarget(command), command.about]));

const withTarget = (command: Command): string =>
  command.target === undefined ? nameOf(command) : `${nameOf(command)} ${command.target}`;

function usage(command: Command): string {
  const required = Object.entries(command.flags).filter(([, flag]) => flag.required);
  return [withTarget(command), ...required.map(([name, flag]) => flagText(name, flag)), '[flags]'].join(' ');
}

const flagText = (name: string, { kind }: Flag): string =>
  kind === 'switch' ? `--${name}` : `--${name} ${kind === 'list' ? 'a,b' : '…'}`;

/** Pairs of texts as two aligned columns. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
