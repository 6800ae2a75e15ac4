import { isDeepStrictEqual } from 'node:util';
import { plainSettingEntries, secretMark, secretSettingEntries } from '@parley/protocol/avatar-settings';
import type { Avatar, AvatarChange } from '@parley/protocol/management';
import { bodyOfAvatar } from './avatar-entry.ts';
import { changedFields, changeText, newFields, secretText } from './change-text.ts';
import { itemCalls } from './item-calls.ts';
import { type Directory, labelOf, labelText } from './numbered.ts';
import type { Plan } from './plan.ts';
import type { ItemKind } from './plan-items.ts';
import type { AvatarEntry } from './setup-file.ts';

type AvatarBody = AvatarChange & { readonly name: string };
type Secret = { name: string; had: boolean; has: boolean; change: AvatarChange };
const shownNames = plainSettingEntries.map(({ name }) => name).filter((name) => name !== 'webhookId');

export function avatarKind(plan: Plan, webhooks: Directory): ItemKind<AvatarEntry, Avatar, AvatarBody> {
  const calls = itemCalls<Avatar, AvatarBody>(plan, 'avatar');
  return {
    noun: 'avatar',
    calls,
    list: plan.read.avatars,
    bodyOf(entry) {
      const body = bodyOfAvatar(entry);
      if (entry.webhook == null) return { body: { ...body, webhookId: null }, isComplete: true };
      const webhookId = webhooks.mustFind('webhook', labelOf(entry.webhook));
      const isComplete = webhookId !== null;
      return { body: isComplete ? { ...body, webhookId } : body, isComplete };
    },
    newLines: ({ name: _, ...entry }) => newFields(entry),
    async changedLines(before, after, entry) {
      const lines = changedFields(before, after, [
        ...shownNames,
        'furtherLanguages',
        'voice',
        'hearing',
        'look',
      ]);
      for (const { name, had, has, change } of secretsOf(before, after, entry)) {
        if (had !== has) lines.push(changeText(name, had ? secretText : null, has ? secretText : null));
        else if (has && (await calls.isNew(before, change))) lines.push(`${name}: ${secretText} changes`);
      }
      const webhook = before.webhookId === null ? null : (webhooks.textOf(before.webhookId) ?? null);
      const wanted = entry.webhook == null ? null : labelText(labelOf(entry.webhook));
      return webhook === wanted ? lines : [...lines, changeText('webhook', webhook, wanted)];
    },
    secretOf: () => null,
  };
}

/** The secrets of an avatar, before and after. `change` sets only that secret. */
function secretsOf(before: Avatar, after: Avatar, entry: AvatarEntry): Secret[] {
  const { voice, hearing } = bodyOfAvatar(entry);
  const key = hearing?.server?.key;
  const secrets = secretSettingEntries.map(({ name }) => {
    const change: AvatarChange = { [name]: entry[name] };
    return { name: name as string, had: before[secretMark(name)], has: after[secretMark(name)], change };
  });
  // If the address changes, the key is new anyway, and the line for the voice or the hearing shows it.
  const kept = { had: true, has: true };
  if (typeof voice === 'object' && voice.key && isDeepStrictEqual(before.voice, after.voice))
    secrets.push({ ...kept, name: 'voice.key', change: { voice: { key: voice.key } } });
  if (key && isDeepStrictEqual(before.hearing, after.hearing))
    secrets.push({ ...kept, name: 'hearing.server.key', change: { hearing: { server: { key } } } });
  return secrets;
}
