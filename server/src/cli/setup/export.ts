import type { ApiKey, Webhook } from '@parley/protocol/management';
import type { ManagementClient } from '@parley/protocol/management/client';
import { entryOfAvatar, unusual } from './avatar-entry.ts';
import { byName, Directory, type Label, referenceTo } from './numbered.ts';
import { type Placeholder, placeholders, written } from './placeholders.ts';
import { accountReader } from './read-account.ts';
import type { MemberEntry, SetupFile } from './setup-file.ts';

/** The settings of an account that nobody has changed. The file leaves them out. */
export const usualAccount = {
  retentionDays: 90,
  pronunciations: [],
  quickReplies: [],
  takeoverSilence: 120,
  personMailAfter: 60,
};
export const accountSettings = Object.keys(usualAccount) as (keyof typeof usualAccount)[];

export type Exported = {
  readonly setup: SetupFile;
  /** What the file cannot express, in sentences. */
  readonly remarks: readonly string[];
};

/**
 * The set-up of an account as a file. It has no secrets and no ids, so that it can be applied to other accounts, too.
 */
export async function exportSetup(client: ManagementClient, account: string): Promise<Exported> {
  const params = { account };
  const read = accountReader(client, account);
  const placeholder = placeholders();
  const found = await client.call('account.get', { params });
  const webhooks = await read.webhooks();
  const avatars = await read.avatars();
  const keys = await read.keys();
  const members = [
    ...(await read.members()),
    ...(await read.invitations()).filter(({ expired }) => !expired),
  ];

  const webhookNames = Directory.of(webhooks);
  const avatarNames = Directory.of(avatars);
  const avatarEntries: unknown[] = [];
  const remarks: string[] = [];
  const webhookEntries = byName(webhooks).map((webhook) => webhookEntry(webhook, placeholder));
  for (const { id } of byName(avatars)) {
    const avatar = await client.call('avatars.get', { params: { account, avatar: id } });
    const webhook = avatar.webhookId === null ? undefined : webhookNames.labelOf(avatar.webhookId);
    avatarEntries.push(entryOfAvatar(avatar, webhook ?? null, placeholder));
    if (avatar.model !== null)
      remarks.push(`The uploaded model of avatar ${avatar.name} is not in the file. Use "avatar model".`);
  }
  const keyEntries: unknown[] = [];
  for (const key of byName(keys)) {
    const entry = keyEntry(key, (id) => avatarNames.labelOf(id));
    if (entry === null)
      remarks.push(`Key ${key.name} is not in the file, because all its avatars are deleted.`);
    else keyEntries.push(entry);
  }
  const setup = {
    account: { name: found.name, ...unusual(found, accountSettings, usualAccount) },
    webhooks: webhookEntries,
    avatars: avatarEntries,
    keys: keyEntries,
    members: members.map(memberEntry).sort((a, b) => (a.email < b.email ? -1 : 1)),
  };
  return { setup: written(setup) as SetupFile, remarks };
}

/** Owners always may answer visitors. */
const memberEntry = ({ email, role, answers }: MemberEntry): MemberEntry => ({
  email,
  role,
  ...(role === 'member' && answers === true ? { answers } : {}),
});

function webhookEntry(
  { name, url, headerNames, events }: Webhook,
  placeholder: (...words: string[]) => Placeholder,
): object {
  const headers = headerNames
    .toSorted()
    .map((header) => [header, placeholder('webhook', name, 'header', header)]);
  return {
    name,
    url,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(events === null ? {} : { events }),
  };
}

/** Null if the key is only for avatars that are gone. */
function keyEntry(
  { name, permissions, avatarIds, origins }: ApiKey,
  labelOf: (id: string) => Label | undefined,
): object | null {
  const labels = avatarIds?.map(labelOf).filter((label) => label !== undefined);
  if (labels?.length === 0) return null;
  return {
    name,
    permissions,
    ...(labels === undefined ? {} : { avatars: labels.map(referenceTo) }),
    ...(origins === null ? {} : { origins }),
  };
}
