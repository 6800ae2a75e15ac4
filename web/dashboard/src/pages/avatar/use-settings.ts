import type { Avatar, AvatarChange } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation, useReadNewest } from '../../api/queries.ts';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { useEditForm } from '../../components/use-edit-form.ts';
import { strings } from '../../strings/index.ts';

/** A form for some of an avatar's settings. It sends only the changed ones. */
export function useSettings<Values extends object>(
  avatar: Avatar,
  toForm: (avatar: Avatar) => Values,
  toChange: (changed: Partial<Values>, all: Values) => AvatarChange,
) {
  const params = { account: useAccountId(), avatar: avatar.id };
  const [error, setError] = useState<unknown>(null);
  const edit = useEditForm({ stored: avatar, toForm, read: useReadNewest('avatars.get', params) });
  const { form, conflict } = edit;
  const save = useApiMutation('avatars.update', {
    params,
    ifMatch: edit.version,
    invalidates: ['avatars.get', 'avatars.list', 'account.get', 'webhooks.list', 'webhooks.get'],
    onSuccess: (saved) => {
      edit.saved(saved);
      notifySuccess(strings.avatar.saved);
    },
    onError: (error) => setError(edit.refused(showFieldErrors(form, error))),
  });
  const submit = form.onSubmit((values) => {
    setError(null);
    save.mutate(toChange(edit.edits(), values));
  });
  return { form, submit, error, conflict, isSaving: save.isPending };
}
