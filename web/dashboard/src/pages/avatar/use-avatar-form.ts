import type { Avatar } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation, useReadNewest } from '../../api/queries.ts';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { avatarChange, avatarValues } from './avatar-form.ts';

/** A form for all settings of an avatar. It sends only what was changed. */
export function useAvatarForm(
  avatar: Avatar,
  options: {
    /** Opens the part of the page in which the setting is. */
    reveal: (setting: string) => Promise<void>;
    onSaved: () => void;
  },
) {
  const params = { account: useAccountId(), avatar: avatar.id };
  const edit = useEditForm({
    stored: avatar,
    toForm: avatarValues,
    read: useReadNewest('avatars.get', params),
  });
  const { form, conflict } = edit;
  const problem = useSubmitError(form, { reveal: options.reveal });
  const save = useApiMutation('avatars.update', {
    params,
    ifMatch: edit.version,
    invalidates: ['avatars.get', 'avatars.list', 'account.get', 'webhooks.list', 'webhooks.get'],
    onSuccess: (saved) => {
      edit.saved(saved);
      options.onSaved();
    },
    onError: (error) => void problem.show(edit.refused(error)),
  });
  return {
    form,
    problem,
    conflict,
    isSaving: save.isPending,
    save: () => {
      problem.clear();
      save.mutate(avatarChange(edit.edits()));
    },
  };
}

export type AvatarForm = ReturnType<typeof useAvatarForm>['form'];
