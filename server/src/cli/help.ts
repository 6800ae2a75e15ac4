import { nameOf } from './arguments.ts';
import type { Command } from './command.ts';

export function helpText(commands: readonly Command[]): string {
  const lines = commands.map((command) => {
    const flags = Object.entries(command.flags).map(([name, flag]) => {
      const text = flag.kind === 'switch' ? `--${name}` : `--${name} ${flag.kind === 'list' ? 'a,b' : '…'}`;
      const shown = flag.required ? text : `[${text}]`;
      return flag.kind === 'texts' ? `${shown} [--${name} …]` : shown;
    });
    const words = [nameOf(command), ...(command.target === undefined ? [] : [command.target]), ...flags];
    return `  ${words.join(' ')}\n      ${command.about}`;
  });
  return [
    'parley NOUN VERB … talks to the running service as its operator.',
    'It finds the service by its data folder: set DATA_DIR where that is not the default.',
    '--json prints the result as JSON.',
    '',
    ...lines,
    '',
  ].join('\n');
}
