import { readFile, writeFile } from 'node:fs/promises';
import type { RehearsalReport } from '../../rehearsal/index.ts';
import { type Command, type CommandContext, command, UsageError } from '../command.ts';
import { withFile } from '../named-file.ts';
import { fileCheck } from '../yaml/check-file.ts';
import { parseYaml } from '../yaml/yaml-file.ts';
import { endpointFlags, endpointOf, mustListen, urlOf } from './endpoint-flags.ts';
import { textFlag, textOf } from './flag-values.ts';

/** Only these commands need it, and it loads much of the service. */
const rehearsal = () => import('../../rehearsal/index.ts');

export const rehearseCommands: readonly Command[] = [
  command(
    'rehearse FILE',
    'play the conversations of a YAML file against an endpoint. The exit code is 0 if every answer is as expected, 1 if one is not, 2 if nothing answers',
    {
      flags: {
        endpoint: textFlag('the endpoint’s address; no service is needed'),
        ...endpointFlags,
        'sends-heard': {
          kind: 'switch',
          about: 'after an interruption, tell the endpoint what was heard, as avatars with this setting do',
        },
        junit: textFlag('write the report to this file as JUnit XML, too'),
      },
      run: runRehearsal,
    },
  ),
];

async function runRehearsal(context: CommandContext): Promise<RehearsalReport | undefined> {
  const { flags, target, json, print } = context;
  const { rehearseEndpoint, rehearsalExitCodes, rehearsalJunit, rehearsalText, scriptFaults, scriptFile } =
    await rehearsal();
  const yaml = parseYaml(await withFile(target, 'read', () => readFile(target, 'utf8')), target);
  const script = fileCheck(scriptFile, scriptFaults)(yaml.content, yaml);
  const url = urlOf('--endpoint', textOf(flags.endpoint));
  if (url === null)
    throw new UsageError('--endpoint is missing: the address to play the conversations against.');
  const report = await rehearseEndpoint(script, {
    url,
    ...(await endpointOf(flags)),
    sendsHeard: flags['sends-heard'] === true,
  }).catch(mustListen);
  const file = textOf(flags.junit);
  if (file !== undefined) await withFile(file, 'write', () => writeFile(file, rehearsalJunit(report)));
  context.exitWith(rehearsalExitCodes[report.verdict]);
  if (json) return report;
  print(rehearsalText(report));
  return;
}
