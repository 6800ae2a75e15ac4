import { isDeepStrictEqual } from 'node:util';
import { plainSettingEntries, secretMark, secretSettingEntries } from '@parley/protocol/avatar-settings';
import type { Avatar, AvatarChange, AvatarInList } from '@parley/protocol/management';
import type { ManagementClient } from '@parley/protocol/management/client';
import { UsageError } from '../command.ts';
import { bodyOfAvatar } from './avatar-entry.ts';
import { changedFields, changeText, newFields, secretText } from './change-text.ts';
import { type Directory, labelOf, labelText } from './numbered.ts';
import type { Body, ItemKind } from './plan-items.ts';
import type { AvatarEntry } from './setup-file.ts';

type AvatarBody = AvatarChange & { readonly name: string };
const shownNames = plainSettingEntries.map(({ name }) => name).filter((name) => name !== 'webhookId');

export function avatarKind(
  client: ManagementClient,
  account: string,
  entries: readonly AvatarEntry[],
  existing: readonly AvatarInList[],
  directory: Directory,
  webhooks: Directory,
): ItemKind<AvatarEntry, Avatar, AvatarBody> {
  const paramsOf = (avatar: string) => ({ account, avatar });
  const update = (
    id: string,
    body: AvatarChange,
    options: { dryRun?: true; ifMatch: number },
  ): Promise<Avatar> => client.call('avatars.update', { params: paramsOf(id), body, ...options });

  /** Whether this change alone would make a new version. */
  const isNew = async ({ id, version }: Avatar, body: AvatarChange): Promise<boolean> =>
    (await update(id, body, { dryRun: true, ifMatch: version })).version !== version;

  const secretLines = async (before: Avatar, after: Avatar, entry: AvatarEntry): Promise<string[]> => {
    const lines: string[] = [];
    for (const { name } of secretSettingEntries) {
      const [had, has] = [before[secretMark(name)], after[secretMark(name)]];
      if (had !== has) lines.push(changeText(name, had ? secretText : null, has ? secretText : null));
      else if (has && (await isNew(before, { [name]: entry[name] })))
        lines.push(`${name}: ${secretText} changes`);
    }
    return lines;
  };
  /** With another address the key is new anyway, and the lines above show it. */
  const keyLines = async (
    before: Avatar,
    after: Avatar,
    { voice, hearing }: AvatarBody,
  ): Promise<string[]> => {
    const lines: string[] = [];
    const voiceKey = typeof voice === 'object' ? voice.key : undefined;
    const hearingKey = hearing?.server?.key;
    if (
      voiceKey &&
      isDeepStrictEqual(before.voice, after.voice) &&
      (await isNew(before, { voice: { key: voiceKey } }))
    )
      lines.push(`voice.key: ${secretText} changes`);
    if (
      hearingKey &&
      isDeepStrictEqual(before.hearing, after.hearing) &&
      (await isNew(before, { hearing: { server: { key: hearingKey } } }))
    )
      lines.push(`hearing.server.key: ${secretText} changes`);
    return lines;
  };
  const webhookText = (id: string | null): string | null => {
    const label = id === null ? undefined : webhooks.labelOf(id);
    return label === undefined ? null : labelText(label);
  };
  const bodyOf = (entry: AvatarEntry): Body<AvatarBody> => {
    const body = bodyOfAvatar(entry);
    if (entry.webhook == null) return { body: { ...body, webhookId: null }, isComplete: true };
    const label = labelOf(entry.webhook);
    const webhookId = webhooks.idOf(label);
    if (webhookId === undefined) throw new UsageError(`there is no webhook ${labelText(label)}.`);
    return webhookId === null
      ? { body, isComplete: false }
      : { body: { ...body, webhookId }, isComplete: true };
  };

  return {
    noun: 'avatar',
    account,
    entries,
    existing,
    directory,
    bodyOf,
    get: (id) => client.call('avatars.get', { params: paramsOf(id) }),
    create: (body, options) => client.call('avatars.create', { params: { account }, body, ...options }),
    update,
    remove: (id, options) => client.call('avatars.delete', { params: paramsOf(id), ...options }),
    newLines: ({ name: _, ...entry }) => newFields(entry),
    async changedLines(before, after, entry) {
      const wanted = entry.webhook == null ? null : labelText(labelOf(entry.webhook));
      return [
        ...changedFields(before, after, [...shownNames, 'voice', 'hearing', 'look']),
        ...(await secretLines(before, after, entry)),
        ...(await keyLines(before, after, bodyOfAvatar(entry))),
        ...(webhookText(before.webhookId) === wanted
          ? []
          : [changeText('webhook', webhookText(before.webhookId), wanted)]),
      ];
    },
    secretOf: () => null,
  };
}
