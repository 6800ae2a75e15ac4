import type { ManagementClient } from '@parley/protocol/management/client';
import { UsageError } from '../command.ts';
import { avatarKind } from './avatar-kind.ts';
import { changedFields } from './change-text.ts';
import { usualRetentionDays } from './export.ts';
import { keyKind } from './key-kind.ts';
import { Directory, type Label, labelText } from './numbered.ts';
import { Plan } from './plan.ts';
import { planItems, planRemovals } from './plan-items.ts';
import { planMemberRemovals, planMembers } from './plan-members.ts';
import { accountReader } from './read-account.ts';
import type { SetupFile } from './setup-file.ts';
import { webhookKind } from './webhook-kind.ts';

/**
 * Finds out what has to change. Things that others refer to come first, and deletions last. Every step is rehearsed on
 * the service, so that a file with a mistake changes nothing at all.
 */
export async function planSetup(
  client: ManagementClient,
  account: string,
  file: SetupFile,
  prune: boolean,
): Promise<Plan> {
  const plan = new Plan();
  const read = accountReader(client, account);
  await planAccount(plan, client, account, file.account);

  const needsWebhooks = file.webhooks !== undefined || file.avatars?.some(({ webhook }) => webhook != null);
  const existingWebhooks = needsWebhooks ? await read.webhooks() : [];
  const webhookNames = Directory.of(existingWebhooks);
  const webhooks = webhookKind(client, account, file.webhooks ?? [], existingWebhooks, webhookNames);
  const webhooksLeft = await planItems(plan, webhooks, prune && file.webhooks !== undefined);

  const needsAvatars = file.avatars !== undefined || file.keys?.some((key) => key.avatars !== undefined);
  const existingAvatars = needsAvatars ? await read.avatars() : [];
  const avatarNames = Directory.of(existingAvatars);
  const avatars = avatarKind(client, account, file.avatars ?? [], existingAvatars, avatarNames, webhookNames);
  const avatarsLeft = await planItems(plan, avatars, prune && file.avatars !== undefined);

  const existingKeys = file.keys === undefined ? [] : await read.keys();
  const keys = keyKind(
    client,
    account,
    file.keys ?? [],
    existingKeys,
    Directory.of(existingKeys),
    avatarNames,
  );
  const keysLeft = await planItems(plan, keys, prune);

  const people = file.members && (await planMembers(plan, client, account, file.members));

  if (prune) {
    if (file.keys !== undefined) await planRemovals(plan, keys, keysLeft);
    if (file.avatars !== undefined) await planRemovals(plan, avatars, avatarsLeft);
    if (file.webhooks !== undefined) await planRemovals(plan, webhooks, webhooksLeft);
    if (people !== undefined) await planMemberRemovals(plan, client, account, people);
  } else {
    const keep = (noun: string, left: readonly Label[]) =>
      plan.kept.push(...left.map((label) => `${noun} ${labelText(label)}`));
    if (file.webhooks !== undefined) keep('webhook', webhooksLeft);
    if (file.avatars !== undefined) keep('avatar', avatarsLeft);
    if (file.keys !== undefined) keep('key', keysLeft);
    const emails = [...(people?.members ?? []), ...(people?.invitations ?? [])].map(({ email }) => email);
    plan.kept.push(...emails.map((email) => `member ${email}`));
  }
  if (plan.problems.length > 0) throw new UsageError([...new Set(plan.problems)].join('\n'));
  return plan;
}

async function planAccount(
  plan: Plan,
  client: ManagementClient,
  account: string,
  wanted: SetupFile['account'],
): Promise<void> {
  if (wanted === undefined) return;
  const params = { account };
  const before = await client.call('account.get', { params });
  const body = { retentionDays: usualRetentionDays, ...wanted };
  const change = (options: { dryRun?: true }) =>
    client.call('account.update', { params, body, ifMatch: before.version, ...options });
  const after = await plan.rehearse('account', () => change({ dryRun: true }));
  if (after === undefined || after.version === before.version) return;
  const changes = changedFields(before, after, ['name', 'retentionDays']);
  await plan.add({ action: 'change', what: 'account', changes }, change, false);
}
