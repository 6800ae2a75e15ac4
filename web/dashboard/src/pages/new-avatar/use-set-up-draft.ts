import { secretSettingEntries } from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import { editsOf } from '../../components/editing/merge-edits.ts';
import { type AvatarValues, avatarValues } from '../avatar/avatar-form.ts';
import type { AvatarForm } from '../avatar/use-avatar-form.ts';
import { useDraft } from './use-draft.ts';

const secretNames: ReadonlySet<string> = new Set([
  ...secretSettingEntries.map(({ name }) => name),
  // They hold a key among other values.
  'voice',
  'hearing',
]);

/** Keeps unsaved input for a reload, except secrets. */
export function useSetUpDraft(avatar: Avatar, form: AvatarForm): void {
  const edits = Object.entries(editsOf(avatarValues(avatar), form.values)).filter(
    ([name]) => !secretNames.has(name),
  );
  useDraft<Partial<AvatarValues>>(`set up ${avatar.id}`, Object.fromEntries(edits), (kept) =>
    form.setValues(kept),
  );
}
