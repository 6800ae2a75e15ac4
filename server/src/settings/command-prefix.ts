import type { Environment } from './parse.ts';

/**
 * Settings of this environment as they stand before a command in a shell, such as `PORT=9000 `. A hint that leaves them out
 * would start or ask another service.
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
