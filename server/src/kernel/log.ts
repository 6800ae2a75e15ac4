import { type Logger, pino } from 'pino';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

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

export function createLog(level: LogLevel, stream?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secretPaths, censor: '[hidden]' },
  };
  return stream === undefined ? pino(options) : pino(options, stream);
}
