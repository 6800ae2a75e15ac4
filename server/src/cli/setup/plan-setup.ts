import type { ManagementClient } from '@parley/protocol/management/client';
import { UsageError } from '../command.ts';
import type { FileLines } from '../yaml/yaml-file.ts';
import { avatarKind } from './avatar-kind.ts';
import { changedFields } from './change-text.ts';
import { accountSettings, usualAccount } from './export.ts';
import { keyKind } from './key-kind.ts';
import { type DryRun, Plan } from './plan.ts';
import { planItems } from './plan-items.ts';
import { planMembers } from './plan-members.ts';
import type { SetupFile } from './setup-file.ts';
import { webhookKind } from './webhook-kind.ts';

const nowhere: FileLines = { name: 'the set-up', lineOf: () => null };

/**
 * Works out what has to change. Things that others refer to come first, and deletions last. Every step is rehearsed on
 * the service, so that a file with a mistake changes nothing at all. `places` finds the lines of what it refuses.
 */
export async function planSetup(
  client: ManagementClient,
  account: string,
  file: SetupFile,
  prune: boolean,
  places: FileLines = nowhere,
): Promise<Plan> {
  const plan = new Plan(client, account, places);
  if (file.account !== undefined) await planAccount(plan, file.account);
  const webhooks = await planItems(plan, webhookKind(plan), file.webhooks, {
    prune,
    isReferredTo: file.avatars?.some(({ webhook }) => webhook != null),
  });
  const avatars = await planItems(plan, avatarKind(plan, webhooks.directory), file.avatars, {
    prune,
    isReferredTo: file.keys?.some((key) => key.avatars !== undefined),
  });
  const keys = await planItems(plan, keyKind(plan, avatars.directory), file.keys, { prune });
  const people = file.members === undefined ? [] : await planMembers(plan, file.members, prune);

  if (prune) {
    for (const { what, remove, needsOthers } of [...keys.left, ...avatars.left, ...webhooks.left, ...people])
      await plan.add({ action: 'delete', what, changes: [] }, remove, !needsOthers);
  } else {
    const left = [...webhooks.left, ...avatars.left, ...keys.left, ...people];
    plan.kept.push(...left.map(({ what }) => what));
  }
  if (plan.problems.length > 0) throw new UsageError([...new Set(plan.problems)].join('\n'));
  return plan;
}

async function planAccount(plan: Plan, wanted: NonNullable<SetupFile['account']>): Promise<void> {
  const before = await plan.call('account.get');
  const body = { ...usualAccount, ...wanted };
  const change = (options: DryRun) =>
    plan.call('account.update', { body, ifMatch: before.version, ...options });
  const after = await plan.rehearse('account', () => change({ dryRun: true }), '/account');
  if (after === undefined || after.version === before.version) return;
  const changes = changedFields(before, after, ['name', ...accountSettings]);
  await plan.add({ action: 'change', what: 'account', changes }, change, false);
}
