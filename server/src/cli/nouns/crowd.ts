import { readFile, writeFile } from 'node:fs/promises';
import type { CrowdPlan, CrowdReport, CrowdRun } from '../../rehearsal/index.ts';
import { isLoopback } from '../../settings/index.ts';
import { type Command, type CommandContext, command, type Flags, UsageError } from '../command.ts';
import { addressesOf, crowdAvatar, findAvatar } from '../crowd/crowd-avatar.ts';
import { crowdText, stepText } from '../crowd/crowd-text.ts';
import { stopOnInterrupt } from '../crowd/stop-on-interrupt.ts';
import { exitCodes } from '../exit-codes.ts';
import { withFile } from '../named-file.ts';
import { endpointFlags, endpointOf, mustListen, numberIn, urlOf } from './endpoint-flags.ts';
import { textFlag, textOf } from './flag-values.ts';
import { accountFlag } from './which-account.ts';

/** Only this command needs it, and it loads much of the service. */
const rehearsal = () => import('../../rehearsal/index.ts');

const usual = { upTo: 200, seconds: 10, turns: 5, thinking: 2, sessions: 2_000, requests: 200_000 };
const maxSayLines = 10_000;

export const crowdCommands: readonly Command[] = [
  command(
    'crowd',
    'send synthetic visitors to an endpoint or an avatar and find how many turns a second it carries. The exit code is 0 if that was found, 1 if the rate was not carried or the endpoint failed, 2 if one visitor could not talk to it',
    {
      flags: {
        endpoint: textFlag('the endpoint’s address; no service is needed'),
        ...endpointFlags,
        avatar: textFlag('an avatar of the running service, by id, instead of an endpoint'),
        account: accountFlag,
        origin: textFlag('talk to the avatar as a page of this origin'),
        rate: textFlag('only this many turns a second. Without it, the rate rises until the endpoint bends'),
        'up-to': textFlag(`never more turns a second than this; the default is ${usual.upTo}`),
        seconds: textFlag(`how long each rate is measured, 2 to 600; the default is ${usual.seconds}`),
        turns: textFlag(`how many turns a visitor has on average; the default is ${usual.turns}`),
        thinking: textFlag(
          `how many seconds a visitor listens and thinks before the next turn; the default is ${usual.thinking}`,
        ),
        p95: textFlag(
          'the most milliseconds that 95 % of the answers may take; the default is three times the p95 of the first rate, and no less than 1000',
        ),
        say: textFlag('a file with what visitors say, one message a line'),
        seed: textFlag('a number that repeats the same arrivals; otherwise it is chosen and reported'),
        sessions: textFlag(`the most sessions at once; the default is ${usual.sessions}`),
        requests: textFlag(`the most requests in all; the default is ${usual.requests}`),
        html: textFlag('write the report to this file as an HTML page, too'),
        'i-own-this-endpoint': {
          kind: 'switch',
          about: 'send the load to another machine. Only its owner may ask for that',
        },
      },
      run: runCrowdCommand,
    },
  ),
];

async function runCrowdCommand(context: CommandContext): Promise<CrowdReport | undefined> {
  const { flags, json, print, printError } = context;
  const { crowdHtml } = await rehearsal();
  const plan = await planOf(flags);
  const send = await targetOf(context);
  using stop = stopOnInterrupt(() => printError('Stopping: the visitors hang up.'));
  const report = await send(plan, { stop: stop.signal, onStep: (step) => printError(stepText(step)) });
  const file = textOf(flags.html);
  if (file !== undefined) await withFile(file, 'write', () => writeFile(file, crowdHtml(report, new Date())));
  context.exitWith(exitCodes.crowd[report.verdict]);
  if (json) return report;
  print(crowdText(report));
  return;
}

type Send = (plan: CrowdPlan, run: CrowdRun) => Promise<CrowdReport>;

async function targetOf(context: CommandContext): Promise<Send> {
  const { flags } = context;
  const avatarId = textOf(flags.avatar);
  const url = urlOf('--endpoint', textOf(flags.endpoint));
  if ((url === null) === (avatarId === undefined))
    throw new UsageError('Give either --endpoint URL or --avatar ID: whom the visitors talk to.');
  if (url === null) {
    const target = await findAvatar(context, avatarId ?? '');
    for (const address of addressesOf(target)) mustOwn(flags, address);
    return (plan, run) => crowdAvatar(plan, target, context, run);
  }
  mustOwn(flags, url);
  const endpoint = { url, ...(await endpointOf(flags)) };
  const { crowdEndpoint } = await rehearsal();
  return (plan, run) => crowdEndpoint(plan, endpoint, run).catch(mustListen);
}

/** Load on a stranger's service would be an attack. */
function mustOwn(flags: Flags, url: string): void {
  const { origin, hostname } = new URL(url);
  if (flags['i-own-this-endpoint'] === true || isLoopback(hostname.replaceAll(/[[\]]/g, ''))) return;
  throw new UsageError(
    `${origin} is on another machine. If it is yours and may be put under load, add --i-own-this-endpoint.`,
  );
}

async function planOf(flags: Flags): Promise<CrowdPlan> {
  const number = (name: string, least: number, most: number, usually: number) =>
    numberIn(name, flags, least, most, usually);
  const upTo = number('up-to', 1, 10_000, usual.upTo);
  const rate = flags.rate === undefined ? null : number('rate', 1, 10_000, upTo);
  return {
    rate,
    upTo: rate ?? upTo,
    seconds: number('seconds', 2, 600, usual.seconds),
    turns: number('turns', 1, 1_000, usual.turns),
    thinkingSeconds: number('thinking', 0, 600, usual.thinking),
    p95LimitMs: flags.p95 === undefined ? null : number('p95', 1, 600_000, 0),
    say: await linesOf(textOf(flags.say)),
    seed: number('seed', 0, 2 ** 31, Math.floor(Math.random() * 1_000_000)),
    maxSessions: number('sessions', 1, 20_000, usual.sessions),
    maxRequests: number('requests', 3, 10_000_000, usual.requests),
  };
}

const usualLines = [
  'Hello!',
  'What are your opening hours on Saturday?',
  'How much does it cost?',
  'Can you tell me more about that?',
  'Thank you, that helps.',
];

async function linesOf(file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) return usualLines;
  const text = await withFile(file, 'read', () => readFile(file, 'utf8'));
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0 || lines.length > maxSayLines)
    throw new UsageError(`--say: ${file} must have 1 to ${maxSayLines} lines.`);
  return lines;
}
