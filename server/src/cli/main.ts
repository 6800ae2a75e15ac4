import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from './arguments.ts';
import { createCaller, ServiceError } from './caller.ts';
import { UsageError } from './command.ts';
import { helpText } from './help.ts';
import { accountCommands } from './nouns/account.ts';
import { avatarCommands } from './nouns/avatar.ts';
import { deliveryCommands } from './nouns/delivery.ts';
import { eventsCommands } from './nouns/events.ts';
import { keyCommands } from './nouns/key.ts';
import { listenCommands } from './nouns/listen.ts';
import { mailCommands } from './nouns/mail.ts';
import { sessionCommands } from './nouns/session.ts';
import { talkCommands } from './nouns/talk.ts';
import { webhookCommands } from './nouns/webhook.ts';

const commands = [
  ...accountCommands,
  ...avatarCommands,
  ...keyCommands,
  ...sessionCommands,
  ...talkCommands,
  ...webhookCommands,
  ...deliveryCommands,
  ...eventsCommands,
  ...listenCommands,
  ...mailCommands,
];
const projectFolder = fileURLToPath(new URL('../../..', import.meta.url));
const dataDir = process.env.DATA_DIR?.trim() || 'data';
const words = process.argv.slice(2);

try {
  if (words.length === 0 || words[0] === 'help' || words.includes('--help')) {
    process.stdout.write(helpText(commands));
  } else {
    const { command, flags, target, json } = readArguments(words, commands);
    const service = createCaller(isAbsolute(dataDir) ? dataDir : join(projectFolder, dataDir));
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    const result = await command.run({ flags, target, service, json, print });
    const shown = json || command.show === undefined ? JSON.stringify(result) : command.show(result as never);
    if (result !== undefined) print(shown);
  }
} catch (error) {
  const expected = error instanceof UsageError || error instanceof ServiceError;
  process.stderr.write(
    `${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}
