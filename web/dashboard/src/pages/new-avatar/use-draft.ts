import { secretSettingEntries } from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import { useEffect, useRef } from 'react';
import { editsOf } from '../../components/editing/merge-edits.ts';
import { type AvatarValues, avatarValues } from '../avatar/avatar-form.ts';
import type { AvatarForm } from '../avatar/use-avatar-form.ts';

/** Saves the input for a reload of the page, in this browser tab only. `values` must contain no secrets. */
export function useDraft<Values extends object>(
  name: string,
  values: Values,
  restore: (values: Partial<Values>) => void,
) {
  const key = `draft:${name}`;
  const restoring = useRef(restore);
  useEffect(() => {
    const kept = sessionStorage.getItem(key);
    if (kept !== null) restoring.current(JSON.parse(kept) as Partial<Values>);
  }, [key]);
  const json = JSON.stringify(values);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else if (json === '{}') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, json);
  }, [key, json]);
  return { forget: () => sessionStorage.removeItem(key) };
}

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
