import type { ApiKey, NewApiKey } from '@parley/protocol/management';
import { changedFields, changeText, newFields } from './change-text.ts';
import { itemCalls } from './item-calls.ts';
import { type Directory, labelOf, labelText } from './numbered.ts';
import type { Plan } from './plan.ts';
import type { ItemKind } from './plan-items.ts';
import type { KeyEntry, Reference } from './setup-file.ts';

type View = ApiKey & { readonly key?: string };

export function keyKind(plan: Plan, avatars: Directory): ItemKind<KeyEntry, View, NewApiKey> {
  const idOf = (reference: Reference): string | null => avatars.mustFind('avatar', labelOf(reference));
  return {
    noun: 'key',
    calls: itemCalls(plan, 'key'),
    list: plan.read.keys,
    bodyOf({ avatars: allowed, origins = null, ...entry }) {
      const ids = allowed?.map(idOf) ?? null;
      const avatarIds = ids?.filter((id) => id !== null) ?? null;
      const isComplete = avatarIds?.length === ids?.length;
      return { body: { ...entry, origins, ...(isComplete ? { avatarIds } : {}) }, isComplete };
    },
    newLines: ({ name: _, ...entry }) => newFields(entry),
    changedLines(before, after, entry) {
      const allowed = before.avatarIds?.map((id) => avatars.textOf(id) ?? id);
      const wanted = entry.avatars?.map((reference) => labelText(labelOf(reference)));
      return [
        ...changedFields(before, after, ['permissions', 'origins']),
        ...(String(allowed) === String(wanted) ? [] : [changeText('avatars', allowed, wanted)]),
      ];
    },
    secretOf: ({ key }) => key ?? null,
  };
}
