import { useForm } from '@mantine/form';
import type { Avatar, AvatarChange } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { strings } from '../../strings/index.ts';

/** A form for some of an avatar's settings. It sends only the changed ones. */
export function useSettings<Values extends object>(
  avatar: Avatar,
  toForm: (avatar: Avatar) => Values,
  toChange: (changed: Partial<Values>, all: Values) => AvatarChange,
) {
  const account = useAccountId();
  const [error, setError] = useState<unknown>(null);
  const form = useForm<Values>({ mode: 'controlled', initialValues: toForm(avatar) });
  const save = useApiMutation('avatars.update', {
    params: { account, avatar: avatar.id },
    invalidates: ['avatars.get', 'avatars.list', 'account.get', 'webhooks.list', 'webhooks.get'],
    onSuccess: (saved) => {
      const values = toForm(saved);
      form.setInitialValues(values);
      form.setValues(values);
      form.resetDirty();
      notifySuccess(strings.avatar.saved);
    },
    onError: (error) => setError(showFieldErrors(form, error)),
  });
  const submit = form.onSubmit((values) => {
    setError(null);
    const first = toForm(avatar);
    const changed = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => !isSame(value, first[name as keyof Values])),
    );
    save.mutate(toChange(changed as Partial<Values>, values));
  });
  return { form, submit, error, isSaving: save.isPending };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
