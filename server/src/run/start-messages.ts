import { RedisUnreachable } from '../bus/index.ts';
import { AlreadyRunning, DataFolderUnusable } from '../data-folder/index.ts';
import { DatabaseUnreachable, EmbeddedFailure, MigrationRefused } from '../db/index.ts';
import { DatabaseInUse, WrongSecretKey } from '../installation/index.ts';
import { commandPrefix, type Environment } from '../settings/index.ts';
import { type VoiceStatus, voiceStatus } from '../speech/index.ts';
import type { Running } from './boot.ts';
import { CannotListen } from './listen.ts';
import { WorkerFailed } from './worker-messages.ts';

const explained = [
  AlreadyRunning,
  CannotListen,
  DatabaseInUse,
  DatabaseUnreachable,
  DataFolderUnusable,
  EmbeddedFailure,
  MigrationRefused,
  RedisUnreachable,
  WorkerFailed,
  WrongSecretKey,
];

/** One line for each problem to fix. Only an unexpected error shows its stack. */
export function explainFailure(error: unknown): string {
  if (explained.some((kind) => error instanceof kind)) return `${(error as Error).message}\n`;
  return `Could not start Parley. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
}

export function welcome(running: Running, env: Environment): string {
  const { baseUrl, dataFolder, workers, first, signInUrl } = running;
  const voice = voiceStatus(running.voiceFolder);
  const parley = `${commandPrefix(env, ['DATA_DIR'])}./parley`;
  return `
Parley is ready at ${baseUrl}

${demoLine(running)}  Dashboard                ${baseUrl}/dashboard
  API reference            ${baseUrl}/docs
  Account                  ${first.accountId}, owner ${first.ownerEmail}
${dataFolderLines(dataFolder, workers)}${voiceLines(voice)}${signInLines(signInUrl, first.ownerEmail)}
${firstCommands(running, parley)}
"${parley} help" lists every command. Ctrl-C stops the service.

`;
}

function demoLine({ hasDemo, baseUrl, first }: Running): string {
  return hasDemo ? `  Talk to the demo avatar  ${baseUrl}/avatar/${first.avatarId}\n` : '';
}

function firstCommands({ hasDemo, first }: Running, parley: string): string {
  const create = `  ${parley} avatar create --name Ada --endpoint http://localhost:3000/\n`;
  if (!hasDemo) return `In a second terminal, create an avatar for your own endpoint:\n\n${create}`;
  return `In a second terminal, talk to the demo avatar, or create an avatar for your own endpoint:

  ${parley} talk ${first.avatarId} --say "What can you do?"
${create}`;
}

function dataFolderLines(dataFolder: string | null, workers: number): string {
  const folder = dataFolder === null ? '' : `  Data folder              ${dataFolder}\n`;
  return workers === 1 ? folder : `${folder}  Workers                  ${workers} processes share the port\n`;
}

function voiceLines(status: VoiceStatus): string {
  const label = '  Voice                    ';
  switch (status.state) {
    case 'installed':
      return `${label}natural (${status.version})\n`;
    case 'installing':
      return `${label}simple (flite), until the natural voice is installed\n`;
    case 'missing':
      return `${label}simple (flite), because ${status.reason}.\n${' '.repeat(label.length)}${status.advice}\n`;
  }
}

function signInLines(url: string | null, email: string): string {
  if (url === null) return '';
  return `\nSign in to the dashboard as ${email} with this link. It works once, within a day:\n\n  ${url}\n`;
}
