import { nameOf } from './arguments.ts';
import type { Command, Flag } from './command.ts';

/** Every command on a line of its own. */
export function helpText(commands: readonly Command[]): string {
  return [
    'parley NOUN VERB … talks to the running service as its operator.',
    'It finds the service by its data folder: set DATA_DIR where that is not the default.',
    'With PARLEY_URL and PARLEY_KEY, a management key, it talks to a service anywhere, about the account of the key.',
    '--json prints the result as JSON. NOUN VERB --help explains the flags of a command.',
    '',
    ...commands.map((command) => `  ${usage(command)}\n      ${command.about}`),
    '',
  ].join('\n');
}

/** One command with the meaning of each flag. */
export function commandHelp(command: Command): string {
  return [
    `parley ${nameOf(command)}${command.target === undefined ? '' : ` ${command.target}`}: ${command.about}`,
    '',
    ...Object.entries(command.flags).map(
      ([name, flag]) => `  ${flagText(name, flag)}${flag.required ? ' (required)' : ''}\n      ${flag.about}`,
    ),
    '  --json\n      prints the result as JSON',
    '',
  ].join('\n');
}

function usage(command: Command): string {
  const flags = Object.entries(command.flags).map(([name, flag]) => {
    const shown = flag.required ? flagText(name, flag) : `[${flagText(name, flag)}]`;
    return flag.kind === 'texts' ? `${shown} [--${name} …]` : shown;
  });
  return [nameOf(command), ...(command.target === undefined ? [] : [command.target]), ...flags].join(' ');
}

const flagText = (name: string, { kind }: Flag): string =>
  kind === 'switch' ? `--${name}` : `--${name} ${kind === 'list' ? 'a,b' : '…'}`;
