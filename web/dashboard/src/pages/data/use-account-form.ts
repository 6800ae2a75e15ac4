import type { Account } from '@parley/protocol/management';
import { useApiMutation, useReadNewest } from '../../api/queries.ts';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { useFieldError } from '../../components/forms/use-field-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { strings } from '../../strings/index.ts';

/** A form for one field of the account. */
export function useAccountForm<Field extends 'name' | 'retentionDays'>(account: Account, field: Field) {
  const params = { account: account.id };
  const edit = useEditForm({
    stored: account,
    toForm: (stored) => ({ value: stored[field] }),
    read: useReadNewest('account.get', params),
  });
  const save = useApiMutation('account.update', {
    params,
    ifMatch: edit.version,
    invalidates: ['account.get', 'me.get'],
    onSuccess: (saved) => {
      edit.saved(saved);
      notifySuccess(strings.data.saved);
    },
    onError: edit.refused,
  });
  const problem = useFieldError(edit.conflict.isConflict ? null : save.error, field);
  return {
    form: edit.form,
    conflict: edit.conflict,
    save: () => save.mutate({ [field]: edit.form.getValues().value }),
    isSaving: save.isPending,
    problem,
  };
}
