import { writeFile } from 'node:fs/promises';
import type { NewReplay, Replay, ReplayDetail, ReplayTurn } from '@parley/protocol/management';
import { listAll } from '@parley/protocol/management/client';
import { sleep } from '../../kernel/index.ts';
import { type Command, type CommandContext, command, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { withFile } from '../named-file.ts';
import { replayText } from '../replay/replay-text.ts';
import { callCommand, listCommand } from './call-command.ts';
import { given, secretOf, textFlag, textOf, timeOf, wholeNumberOf } from './flag-values.ts';
import { accountFlag, whichAccount } from './which-account.ts';

type ReplayWithTurns = ReplayDetail & { readonly turns: readonly ReplayTurn[] };

const lookEveryMs = 500;
const htmlFlag = textFlag('write the report to this file as one HTML page, too');

export const replayCommands: readonly Command[] = [
  command(
    'replay [SESSION…]',
    'send what visitors said in stored sessions to another brain, and compare the answers. The exit code is 0 if none differs, 1 if one does, 2 if the replay ended early',
    {
      manyTargets: true,
      flags: {
        avatar: textFlag('the newest sessions of this avatar, by id, instead of sessions'),
        since: textFlag(
          'with --avatar: only sessions from then on, such as 7d, 12h or a time; the default is 7d',
        ),
        limit: textFlag('with --avatar: how many sessions at most; the default is 200'),
        endpoint: textFlag('the address of the endpoint to try'),
        model: textFlag('the language model to try, by name'),
        'model-url': textFlag('the server of the model; the default is the avatar’s own, with its key'),
        'model-prompt': textFlag('the prompt of the model; the default is the avatar’s own'),
        'api-key': textFlag(
          'the key that the endpoint or the model expects; "-" reads it from standard input',
        ),
        'keep-user-ids': { kind: 'switch', about: 'send the ids of the users instead of pseudonyms' },
        html: htmlFlag,
        account: accountFlag,
      },
      run: runReplay,
      show: replayText,
    },
  ),
  listCommand('replay list', 'replays.list', {
    limit: 50,
    columns: {
      ID: 'id',
      CREATED: 'createdAt',
      STATE: 'state',
      BRAIN: ({ brain, url, modelName }) => (brain === 'model' ? modelName : url),
      SESSIONS: ({ sessions }) => `${sessions.played}/${sessions.chosen}`,
      TURNS: ({ summary }) => summary.turns,
      DIFFERENT: ({ summary }) => summary.different,
      BY: 'createdBy',
    },
  }),
  command('replay show REPLAY', 'show a replay with the turns that differ', {
    flags: { html: htmlFlag, account: accountFlag },
    run: async (context) => await showReplay(context, await whichAccount(context), context.target),
    show: replayText,
  }),
  callCommand('replay stop REPLAY', 'replays.stop', { show: () => 'The replay is stopped.' }),
  callCommand('replay delete REPLAY', 'replays.delete', { show: () => 'The replay is deleted.' }),
];

async function runReplay(context: CommandContext): Promise<ReplayWithTurns> {
  const { service, json, printError } = context;
  const body = await inputOf(context);
  const account = await whichAccount(context);
  const { id } = await service.call('replays.create', { params: { account }, body });
  if (!json)
    printError(`Replay ${id} runs. It goes on if this command ends; "parley replay show ${id}" shows it.`);
  const params = { account, replay: id };
  let replay: Replay = await service.call('replays.get', { params });
  for (let shown = 0; replay.endedAt === null; replay = await service.call('replays.get', { params })) {
    if (!json && replay.sessions.played > shown)
      printError(
        `${replay.sessions.played} of ${replay.sessions.chosen} sessions, ${replay.summary.turns} turns`,
      );
    shown = replay.sessions.played;
    await sleep(lookEveryMs);
  }
  const verdict = replay.summary.different > 0 ? 'different' : 'same';
  context.exitWith(exitCodes.replay[replay.state === 'done' ? verdict : 'unfinished']);
  return await showReplay(context, account, id);
}

async function showReplay(
  context: CommandContext,
  account: string,
  replay: string,
): Promise<ReplayWithTurns> {
  const { service, flags, json } = context;
  const params = { account, replay };
  const detail = await service.call('replays.get', { params });
  const query = json ? {} : { different: true };
  const turns = await listAll(service, 'replays.turns', { params, query });
  const file = textOf(flags.html);
  if (file !== undefined) {
    const report = await service.call('replays.report', { params });
    await withFile(file, 'write', async () => writeFile(file, await report.bytes()));
  }
  return { ...detail, turns };
}

async function inputOf({ flags, target }: CommandContext): Promise<NewReplay> {
  const avatar = textOf(flags.avatar);
  const sessions = target.split(',').filter((id) => id !== '');
  if ((avatar === undefined) === (sessions.length === 0))
    throw new UsageError('Give either sessions by id or --avatar ID: what to replay.');
  const [endpointUrl, modelName] = [textOf(flags.endpoint), textOf(flags.model)];
  if ((endpointUrl === undefined) === (modelName === undefined))
    throw new UsageError('Give either --endpoint URL or --model NAME: the brain to try.');
  const key = (await secretOf(flags['api-key'])) ?? undefined;
  const chosen =
    avatar === undefined
      ? { sessions }
      : { avatar, since: sinceOf(flags), limit: wholeNumberOf('limit', flags) };
  const brain =
    endpointUrl === undefined
      ? {
          modelName,
          modelKey: key,
          modelUrl: textOf(flags['model-url']),
          modelPrompt: textOf(flags['model-prompt']),
        }
      : { endpointUrl, endpointKey: key };
  return given({ ...chosen, ...brain, keepUserIds: flags['keep-user-ids'] === true ? true : undefined });
}

const unitsMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

/** A time, or how long ago. */
function sinceOf(flags: CommandContext['flags']): number | undefined {
  const [, number, unit = ''] = /^(\d{1,5})([dhm])$/.exec(textOf(flags.since) ?? '7d') ?? [];
  if (number === undefined) return timeOf('since', flags);
  return Math.max(0, Date.now() - Number(number) * (unitsMs[unit] ?? 0));
}
