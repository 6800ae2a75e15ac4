import { readFile } from 'node:fs/promises';
import { ManagementApiError } from '@parley/protocol/management/client';
import { type Command, type CommandContext, command } from '../command.ts';
import { withFile } from '../named-file.ts';
import { ServiceError } from '../service.ts';
import { exportSetup } from '../setup/export.ts';
import { fillIn } from '../setup/placeholders.ts';
import type { Plan, Step } from '../setup/plan.ts';
import { planSetup } from '../setup/plan-setup.ts';
import { checkSetup, formatSetup, type SetupFile } from '../setup/setup-file.ts';
import { parseYaml } from '../yaml/yaml-file.ts';
import { accountFlag, whichAccount } from './which-account.ts';

export const setupCommands: readonly Command[] = [
  command('export', 'print the set-up of an account as YAML, without secrets', {
    flags: { account: accountFlag },
    run: async (context) => {
      const { setup, remarks } = await exportSetup(context.service, await whichAccount(context));
      for (const remark of remarks) context.printError(remark);
      return setup;
    },
    show: (setup: SetupFile) => formatSetup(setup).trimEnd(),
  }),
  command(
    'apply FILE',
    'bring an account to the state of a YAML file; secrets come from environment variables',
    {
      flags: {
        account: accountFlag,
        'dry-run': { kind: 'switch', about: 'check and show every change without making it' },
        prune: { kind: 'switch', about: 'delete what the account has and the file does not have' },
      },
      run: apply,
    },
  ),
];

async function apply(context: CommandContext): Promise<undefined> {
  const { flags, service, target, env } = context;
  const yaml = parseYaml(await withFile(target, 'read', () => readFile(target, 'utf8')), target);
  const setup = checkSetup(fillIn(yaml.content, env), yaml);
  const account = await whichAccount(context);
  const plan = await planSetup(service, account, setup, flags.prune === true, yaml);
  if (!context.json) printPlan(context, plan);
  if (flags['dry-run'] === true) {
    if (context.json) for (const step of plan.steps) printJson(context, step, null);
    else context.print('This was a dry run. Nothing was changed.');
    return;
  }
  await carryOut(context, plan);
}

const signs = { create: '+', change: '~', delete: '-' } as const;
const done = { create: 'Created', change: 'Changed', delete: 'Deleted' } as const;

function printPlan({ print, flags }: CommandContext, { steps, kept }: Plan): void {
  for (const { action, what, changes } of steps) {
    print(`${signs[action]} ${what}`);
    for (const line of changes) print(`    ${line}`);
  }
  if (kept.length > 0) {
    const hint = flags.prune === true ? '' : ' --prune deletes what the file does not have.';
    print(`Kept: ${kept.join(', ')}.${hint}`);
  }
  if (steps.length === 0) print('Nothing to change.');
}

const printJson = ({ print }: CommandContext, { action, what, changes }: Step, secret: string | null): void =>
  print(JSON.stringify({ action, what, changes, ...(secret === null ? {} : { secret }) }));

/** A secret is printed as soon as it exists: a later step may fail, and the secret cannot be read again. */
async function carryOut(context: CommandContext, { steps }: Plan): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const secret = await step.run().catch((error: unknown) => {
      if (!(error instanceof ManagementApiError || error instanceof ServiceError)) throw error;
      const rest = `${index} of ${steps.length} changes were made. Run the command again to continue.`;
      throw new ServiceError(`${step.what}: ${error.message} ${rest}`);
    });
    if (context.json) printJson(context, step, secret);
    else {
      context.print(`${done[step.action]} ${step.what}.`);
      if (secret !== null) context.print(`  Copy this now. It is shown only once: ${secret}`);
    }
  }
}
