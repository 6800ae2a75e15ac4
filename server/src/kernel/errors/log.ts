import { type LogFn, type Logger, pino } from 'pino';
import { errorRecord } from './error-record.ts';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const debugLevel = pino.levels.values.debug ?? 20;

const secretPaths = [
  'authorization',
  'cookie',
  'token',
  'jwt',
  'key',
  'secret',
  'password',
  '["x-api-key"]',
].flatMap((name) => [name, name.startsWith('[') ? `*${name}` : `*.${name}`]);

/** An error's message may contain what people wrote. It has its own line, at the level debug. */
function alsoShowMessage(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
  method.apply(this, args);
  const error = (args[0] as { err?: unknown } | undefined)?.err;
  if (level > debugLevel && error instanceof Error)
    this.debug({ message: error.message }, 'message of an error');
}

export function createLog(level: LogLevel, stream?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => errorRecord(error) },
    hooks: { logMethod: alsoShowMessage },
    redact: { paths: secretPaths, censor: '[hidden]' },
  };
  return stream === undefined ? pino(options) : pino(options, stream);
}
