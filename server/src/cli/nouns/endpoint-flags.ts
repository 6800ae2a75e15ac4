import { errorCode } from '../../kernel/index.ts';
import { CommandFailure, type Flag, type Flags, UsageError } from '../command.ts';
import { secretOf, textFlag, textOf, wholeNumberOf } from './flag-values.ts';

/** The flags of commands that play the service's side against an endpoint. */
export const endpointFlags: Readonly<Record<string, Flag>> = {
  'api-key': textFlag('the key that the endpoint expects; "-" reads it from standard input'),
  'chat-timeout': textFlag('how many seconds a CHAT may take, 1 to 120; the default is 30'),
  'callback-url': textFlag(
    'where the endpoint reaches this machine, if it runs on another one. The callback listener then listens on all networks',
  ),
  'callback-port': textFlag('the port of the callback listener; the default is any free port'),
};

export const endpointOf = async (flags: Flags) => ({
  key: (await secretOf(flags['api-key'])) ?? null,
  chatTimeoutMs: 1000 * numberIn('chat-timeout', flags, 1, 120, 30),
  callbacks: {
    publicUrl: urlOf('--callback-url', textOf(flags['callback-url'])),
    port: numberIn('callback-port', flags, 0, 65_535, 0),
  },
});

export function mustListen(error: unknown): never {
  if (!['EADDRINUSE', 'EACCES'].includes(String(errorCode(error)))) throw error;
  throw new CommandFailure(
    'The callback listener cannot use this port. Choose another one with --callback-port.',
  );
}

export function urlOf(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const { protocol } = URL.parse(text) ?? {};
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new UsageError(`${name} "${text}" must be a URL such as https://example.com/talk.`);
  return text;
}

export function numberIn(name: string, flags: Flags, least: number, most: number, usual: number): number {
  const number = wholeNumberOf(name, flags) ?? usual;
  if (number < least || number > most) throw new UsageError(`--${name} must be ${least} to ${most}.`);
  return number;
}
