import { readFile, writeFile } from 'node:fs/promises';
import type { Conversation, RehearsalReport, ScriptFile } from '../../rehearsal/index.ts';
import { type Command, type CommandContext, command, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { withFile } from '../named-file.ts';
import { LiveVisit } from '../rehearse/live-visit.ts';
import { recordedScript } from '../rehearse/record.ts';
import { fileCheck } from '../yaml/check-file.ts';
import { parseYaml } from '../yaml/yaml-file.ts';
import { paramsOf } from './call-command.ts';
import { endpointFlags, endpointOf, mustListen, urlOf } from './endpoint-flags.ts';
import { textFlag, textOf } from './flag-values.ts';
import { reasonsFor } from './session/reasons.ts';
import { accountFlag } from './which-account.ts';

/** Only this command needs it, and it loads much of the service. */
const rehearsal = () => import('../../rehearsal/index.ts');

export const rehearseCommands: readonly Command[] = [
  command(
    'rehearse FILE',
    'play the conversations of a YAML file against an endpoint or an avatar. The exit code is 0 if every answer is as expected, 1 if one is not, 2 if nothing answers',
    {
      flags: {
        endpoint: textFlag('the endpoint’s address; no service is needed'),
        ...endpointFlags,
        'sends-heard': {
          kind: 'switch',
          about: 'after an interruption, tell the endpoint what was heard, as avatars with this setting do',
        },
        avatar: textFlag('an avatar of the running service, by id, instead of an endpoint'),
        account: accountFlag,
        origin: textFlag('talk to the avatar as a page of this origin'),
        token: textFlag('token for a private avatar; each token opens one session'),
        junit: textFlag('write the report to this file as JUnit XML, too'),
      },
      run: runRehearsal,
    },
  ),
  command(
    'rehearse record SESSION',
    'print a script for "rehearse" with what the visitor of a stored session said',
    {
      flags: { account: accountFlag },
      run: async (context) => {
        const params = await paramsOf('sessions.get', context);
        return recordedScript(await context.service.call('sessions.get', { params }));
      },
      show: (script: string) => script.trimEnd(),
    },
  ),
];

async function runRehearsal(context: CommandContext): Promise<RehearsalReport | undefined> {
  const { flags, target, json, print } = context;
  const { rehearsalJunit, rehearsalText, scriptFaults, scriptFile } = await rehearsal();
  const yaml = parseYaml(await withFile(target, 'read', () => readFile(target, 'utf8')), target);
  const script = fileCheck(scriptFile, scriptFaults)(yaml.content, yaml);
  const avatar = textOf(flags.avatar);
  const url = urlOf('--endpoint', textOf(flags.endpoint));
  if ((url === null) === (avatar === undefined))
    throw new UsageError(
      'Give either --endpoint URL or --avatar ID: what to play the conversations against.',
    );
  const report =
    url === null
      ? await withAvatar(context, script, avatar ?? '')
      : await withEndpoint(context, script, url).catch(mustListen);
  const file = textOf(flags.junit);
  if (file !== undefined) await withFile(file, 'write', () => writeFile(file, rehearsalJunit(report)));
  context.exitWith(exitCodes.rehearse[report.verdict]);
  if (json) return report;
  print(rehearsalText(report));
  return;
}

async function withEndpoint(
  { flags }: CommandContext,
  script: ScriptFile,
  url: string,
): Promise<RehearsalReport> {
  const { rehearseEndpoint } = await rehearsal();
  const sendsHeard = flags['sends-heard'] === true;
  return await rehearseEndpoint(script, { url, ...(await endpointOf(flags)), sendsHeard });
}

async function withAvatar(
  context: CommandContext,
  script: ScriptFile,
  avatarId: string,
): Promise<RehearsalReport> {
  const { flags, service } = context;
  const { rehearse, rehearsalReport } = await rehearsal();
  const startedMs = performance.now();
  const askTurns = await reasonsFor(context);
  const url = await service.url();
  const [origin, token] = [textOf(flags.origin), textOf(flags.token)];
  const results = await rehearse(script, (conversation) => {
    const { id: userId, name: userName, locale, customString } = conversation.visitor ?? {};
    const options = { url, avatarId, origin, token, userId, userName, locale, customString };
    return new LiveVisit(options, tagsIn(conversation), askTurns);
  });
  return rehearsalReport(`avatar ${avatarId} at ${url}`, results, startedMs);
}

/** The custom tags that a conversation expects. */
function tagsIn({ steps }: Conversation): string[] {
  const names = steps.flatMap(({ expect: { tags = [], notTags = [] } = {} }) => [
    ...tags.map((tag) => (typeof tag === 'string' ? tag : tag.name)),
    ...(typeof notTags === 'string' ? [notTags] : notTags),
  ]);
  return [...new Set(names)].filter((name) => !name.startsWith('svc-'));
}
