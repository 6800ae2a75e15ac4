import { ManagementApiError } from '@parley/protocol/management/client';
import { version } from '../kernel/index.ts';
import { findCommand, readArguments } from './arguments.ts';
import { CommandFailure, UsageError } from './command.ts';
import { commandHelp, helpText, nounHelp } from './help.ts';
import { accountCommands } from './nouns/account.ts';
import { avatarCommands } from './nouns/avatar/avatar.ts';
import { checkCommands } from './nouns/check.ts';
import { crowdCommands } from './nouns/crowd.ts';
import { hearingCommands } from './nouns/hearing/hearing.ts';
import { keyCommands } from './nouns/key.ts';
import { operatorCommands, processesCommands } from './nouns/operator.ts';
import { partnerCommands } from './nouns/partner.ts';
import { rehearseCommands } from './nouns/rehearse.ts';
import { replayCommands } from './nouns/replay.ts';
import { sessionCommands } from './nouns/session/session.ts';
import { talkCommands } from './nouns/session/talk.ts';
import { watchCommands } from './nouns/session/watch.ts';
import { setupCommands } from './nouns/setup.ts';
import { voiceCommands } from './nouns/voice/voice.ts';
import { deliveryCommands } from './nouns/webhook/delivery.ts';
import { eventsCommands } from './nouns/webhook/events.ts';
import { listenCommands } from './nouns/webhook/listen.ts';
import { webhookCommands } from './nouns/webhook/webhook.ts';
import { findService, ServiceError, type ServiceLocation } from './service.ts';

const commands = [
  ...accountCommands,
  ...avatarCommands,
  ...keyCommands,
  ...sessionCommands,
  ...watchCommands,
  ...talkCommands,
  ...checkCommands,
  ...rehearseCommands,
  ...crowdCommands,
  ...replayCommands,
  ...webhookCommands,
  ...deliveryCommands,
  ...eventsCommands,
  ...listenCommands,
  ...partnerCommands,
  ...operatorCommands,
  ...voiceCommands,
  ...hearingCommands,
  ...processesCommands,
  ...setupCommands,
];

export type CliEnvironment = ServiceLocation & {
  write(text: string): void;
  writeError(text: string): void;
};

const isExpected = (error: unknown): error is Error =>
  [UsageError, CommandFailure, ServiceError, ManagementApiError].some((kind) => error instanceof kind);

/** Help about one command, the commands of a noun, or all commands. */
function helpFor(words: readonly string[]): string {
  const command = findCommand(words, commands);
  if (command !== undefined) return commandHelp(command);
  const [noun] = words;
  const ofNoun = commands.filter((candidate) => candidate.noun === noun);
  // A verb that does not exist is an error, even if help was asked for.
  if (noun !== undefined && (ofNoun.length === 0 || words.length > 1)) readArguments([...words], commands);
  return ofNoun.length > 0 ? nounHelp(ofNoun) : helpText(commands);
}

/** Runs one command line; resolves with the exit code. */
export async function runCommand(words: readonly string[], environment: CliEnvironment): Promise<number> {
  try {
    if (words[0] === '--version' || words[0] === 'version') {
      environment.write(`parley ${version}\n`);
      return 0;
    }
    if (words.length === 0 || words[0] === 'help' || words.includes('--help') || words.includes('-h')) {
      environment.write(helpFor(words.filter((word) => !['help', '--help', '-h'].includes(word))));
      return 0;
    }
    const { command, flags, target, json } = readArguments([...words], commands);
    const service = findService(environment);
    const print = (line: string) => environment.write(`${line}\n`);
    const printError = (line: string) => environment.writeError(`${line}\n`);
    let exitCode = 0;
    const result = await command.run({
      flags,
      target,
      service,
      json,
      env: environment.env,
      dataDir: environment.dataDir,
      print,
      printError,
      exitWith: (code) => {
        exitCode = code;
      },
    });
    const shown = json || command.show === undefined ? JSON.stringify(result) : command.show(result as never);
    if (result !== undefined) print(shown);
    return exitCode;
  } catch (error) {
    environment.writeError(
      `${isExpected(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    return 1;
  }
}
