import { createInterface } from 'node:readline';
import { createLiveClient, type LiveClient, type LiveClientOptions, LiveError } from '@parley/client';
import { classifyMessage } from '@parley/protocol';
import { ServiceError } from '../service.ts';
import { follow } from './follow.ts';
import { IdleWatch } from './idle-watch.ts';
import { jsonPrinter, type Printer, plainPrinter } from './printer.ts';
import { noteSlowness } from './slowness.ts';
import { typeAtTerminal } from './terminal.ts';
import { type AskTurns, TurnProblems } from './turn-problems.ts';

export type TalkDeps = {
  readonly options: LiveClientOptions;
  /** The messages to send, one after another. If empty, the lines of `input` are sent. */
  readonly say: readonly string[];
  /** How long to wait after each answer for a message by callback; 0 does not wait. */
  readonly waitMs?: number;
  readonly json: boolean;
  /** Asks why questions got no answer. */
  readonly turnsOf?: AskTurns;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  print(line: string): void;
};

const greetingWithinMs = 10_000;
/** Longer than an endpoint may take for LOGIN and an answer. */
const answerWithinMs = 150_000;

/** Runs one conversation, from joining to hanging up. */
export async function talk({
  options,
  say,
  waitMs = 0,
  json,
  turnsOf,
  input,
  print,
}: TalkDeps): Promise<void> {
  const client = createLiveClient(options);
  const atTerminal = say.length === 0 && input.isTTY === true;
  const terminal = atTerminal ? typeAtTerminal(input, (close) => client.on('end', close)) : null;
  const write = terminal?.print ?? print;
  const printer = json
    ? jsonPrinter(write, () => client.sessionId)
    : plainPrinter(write, nameOfAvatar(client), !atTerminal);
  follow(client, printer);
  using _slow = noteSlowness(client, printer);
  const problems = new TurnProblems(
    () => client.sessionId,
    (turn, problem) => printer.service('failed', { turn, problem }),
    turnsOf,
  );
  const interrupted = () => void client.hangUp();
  process.once('SIGINT', interrupted);
  try {
    await join(client, printer);
    if (terminal === null)
      await sayAll(client, printer, problems, say.length > 0 ? say : linesOf(client, input), waitMs);
    else
      await terminal.converse((text) => {
        if (send(client, printer, text)) void answered(client).then(() => problems.show());
      });
  } finally {
    process.off('SIGINT', interrupted);
    terminal?.close();
    await client.hangUp();
  }
}

/** Connects and waits for the end of the greeting, if there is one. */
async function join(client: LiveClient, printer: Printer): Promise<void> {
  using greeting = new IdleWatch(client, greetingWithinMs);
  try {
    const { avatar } = await client.authenticate();
    await client.connect();
    if (typeof avatar.greeting === 'string' && avatar.greeting !== '') await greeting.outcome;
  } catch (error) {
    if (!(error instanceof LiveError)) throw error;
    printer.service('refused', { code: error.code, message: error.message });
    throw new ServiceError(`${error.message} (${error.code})`);
  }
}

function nameOfAvatar(client: LiveClient): () => string {
  let shown = 'Avatar';
  client.on('joined', ({ avatar }) => {
    if (typeof avatar.name === 'string' && avatar.name !== '') shown = avatar.name;
  });
  return () => shown;
}

async function sayAll(
  client: LiveClient,
  printer: Printer,
  problems: TurnProblems,
  texts: Iterable<string> | AsyncIterable<string>,
  waitMs: number,
): Promise<void> {
  for await (const text of texts) {
    using answer = new IdleWatch(client, answerWithinMs);
    const expected = send(client, printer, text);
    const outcome = expected ? await answer.outcome : 'quiet';
    if (expected) await problems.show();
    if (outcome === 'late') throw new ServiceError('The avatar did not finish its answer in time.');
    if (waitMs > 0 && client.state !== 'terminated') await callbackWithin(client, waitMs);
    if (client.state === 'terminated') throw endedTooSoon();
  }
}

/** Waits until the avatar has said something more, or the time is over. */
async function callbackWithin(client: LiveClient, waitMs: number): Promise<void> {
  using watch = new IdleWatch(client, waitMs);
  // It may have begun just as the answer ended.
  watch.look();
  const outcome = await watch.outcome;
  // It may still be speaking.
  if (outcome === 'late' && client.status === 'TALKING') {
    using rest = new IdleWatch(client, answerWithinMs);
    rest.look();
    await rest.outcome;
  }
}

async function answered(client: LiveClient): Promise<void> {
  using answer = new IdleWatch(client, answerWithinMs);
  await answer.outcome;
}

/** Returns true if an answer will come. A message of service tags alone gets none. */
function send(client: LiveClient, printer: Printer, text: string): boolean {
  const kind = classifyMessage(text);
  printer.user(text);
  return client.sendMessage(text) && (kind === 'spoken' || kind === 'custom-only');
}

async function* linesOf(client: LiveClient, input: NodeJS.ReadableStream): AsyncIterable<string> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  client.on('end', () => lines.close());
  for await (const line of lines) if (line.trim() !== '') yield line;
  if (client.state === 'terminated') throw endedTooSoon();
}

const endedTooSoon = () => new ServiceError('The session ended before all messages were sent.');
