import type { Avatar } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation, useReadNewest } from '../../api/queries.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { useEditForm } from '../../components/use-edit-form.ts';
import { useSubmitError } from '../../components/use-submit-error.ts';
import { strings } from '../../strings/index.ts';
import { avatarChange, avatarValues, tabOfSetting } from './avatar-form.ts';

/** The form of all tabs. It sends only what was changed, and opens the tab of a setting that was refused. */
export function useAvatarForm(avatar: Avatar) {
  const params = { account: useAccountId(), avatar: avatar.id };
  const navigate = useNavigate();
  const edit = useEditForm({
    stored: avatar,
    toForm: avatarValues,
    read: useReadNewest('avatars.get', params),
  });
  const { form, conflict } = edit;
  const problem = useSubmitError(form, {
    reveal: async (field) => {
      const tab = tabOfSetting(field);
      if (tab !== null) await navigate({ to: '/$account/avatars/$avatar/$tab', params: { ...params, tab } });
    },
  });
  const save = useApiMutation('avatars.update', {
    params,
    ifMatch: edit.version,
    invalidates: ['avatars.get', 'avatars.list', 'account.get', 'webhooks.list', 'webhooks.get'],
    onSuccess: (saved) => {
      edit.saved(saved);
      notifySuccess(strings.avatar.saved);
    },
    onError: (error) => void problem.show(edit.refused(error)),
  });
  const submit = form.onSubmit(() => {
    problem.clear();
    save.mutate(avatarChange(edit.edits()));
  });
  return { form, submit, error: problem.error, conflict, isSaving: save.isPending };
}

export type AvatarForm = ReturnType<typeof useAvatarForm>['form'];
