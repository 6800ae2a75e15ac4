import type { Environment } from './parse.ts';

/**
 * Settings of this environment, written before a shell command, such as `PORT=9000 `. Without them, a suggested command
 * would start or call another service.
 */
export function commandPrefix(env: Environment, names: readonly string[]): string {
  return names
    .flatMap((name) => {
      const value = env[name]?.trim() ?? '';
      return value === '' ? [] : [`${name}=${quoted(value)} `];
    })
    .join('');
}

const quoted = (value: string): string =>
  /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
